import NamedCalls
import Signals

/// Records the names of calls. Like a recorded session, it passes on the text of a failure instead of the failure.
struct RecordedNames: CallNaming {
  /// The text of all failures; nil for the text of each.
  var failure: String?
  let names = MutableProperty<[String]>([])
  /// The texts of the failures of the work.
  let failures = MutableProperty<[String]>([])

  func declare(_ names: [String], as kind: NamedCallKind) {}

  func named<Value: Sendable, Failure: Error>(
    _ name: String, as kind: NamedCallKind, _ work: Signal<Value, Failure>,
    read: @escaping @Sendable (String) throws -> Value, write: @escaping @Sendable (Value) throws -> String,
    failure: @escaping @Sendable (String) -> Failure
  ) -> Signal<Value, Failure> {
    names.modify { $0.append(name) }
    return work.mapFailure {
      let text = "\($0)"
      failures.modify { $0.append(text) }
      return failure(self.failure ?? text)
    }
  }
}
