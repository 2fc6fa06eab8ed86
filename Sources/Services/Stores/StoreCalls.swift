import Signals

/// The calls of one store, done one after the other and with no lock held. Whoever comes while one is under way leaves theirs
/// to whoever does that one, and returns; so a call may ask anybody, this very store included, and is answered when its
/// turn has come.
///
/// What was found is told after the call, when the next one may begin: an observer that asks again is answered at once.
final class StoreCalls<State>: Sendable {
  /// Works with the state; gives what is to be done once others may work with it.
  private typealias Call = (inout State) -> () -> Void

  /// The state, to be changed in place by whoever has it.
  private final class Box {
    var state: State
    init(_ state: State) { self.state = state }
  }
  private struct Contents {
    /// nil while a call is under way: it has it.
    var box: Box?
    var waiting = FIFO<Call>()

    /// The next call, and the state for it; nil if there is none, or if one is under way.
    mutating func begin() -> (Box, Call)? {
      guard let box, let call = waiting.popFirst() else { return nil }
      self.box = nil
      return (box, call)
    }
  }
  private let contents: Protected<Contents>

  init(_ state: State) { contents = Protected(Contents(box: Box(state))) }

  /// What `work` finds, asked for anew by each observation; one that is disposed before its turn has come does nothing.
  ///
  /// - Parameter answer: makes the answer of it, after the call.
  func call<Found, Value: Sendable>(
    _ work: @escaping @Sendable (inout State) -> Found,
    answer: @escaping @Sendable (Found) -> Result<Value, StoreFailure>
  ) -> Signal<Value, StoreFailure> {
    Signal { emitter in
      self.perform { state in
        if emitter.isDisposed { return {} }
        var found: Found? = work(&state)
        return {
          // Let go of before it is told: it may be a copy of the state, and whoever is told may change that.
          switch found.take().map(answer) {
          case .success(let value):
            emitter.send(value)
            emitter.complete()
          case .failure(let failure): emitter.fail(failure)
          case nil: return
          }
        }
      }
    }
  }

  private func perform(_ call: @escaping Call) {
    contents.withLock { $0.waiting.append(call) }
    while let (box, call) = contents.withLock({ $0.begin() }) {
      let tell = call(&box.state)
      contents.withLock { $0.box = box }
      tell()
    }
  }
}
