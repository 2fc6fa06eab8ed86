/// Names the calls of services and stores, so that a script can answer them, let them fail, and record them.
///
/// Services name their calls by it and know nothing of scripts: `store.named("books", calls)`. The `Calls` of the library REPL does
/// the work.
public protocol CallNaming: Sendable {
  /// Announces calls of these names, so that a script that names another one can be corrected before any of them is made.
  func declare(_ names: [String])

  /// `work`, unless a script answers the call of that name.
  ///
  /// - Parameters:
  ///   - name: the name in scripts.
  ///   - kind: what scripts can do with it.
  ///   - work: the call itself.
  ///   - read: reads a script's answer.
  ///   - write: writes an answer for a script.
  ///   - failure: makes a script's failure from its text.
  func named<Value: Sendable, Failure: Error>(
    _ name: String, as kind: NamedCallKind, _ work: Signal<Value, Failure>,
    read: @escaping @Sendable (String) throws -> Value, write: @escaping @Sendable (Value) throws -> String,
    failure: @escaping @Sendable (String) -> Failure
  ) -> Signal<Value, Failure>
}

/// What a script can do with a named call.
public enum NamedCallKind: Hashable, Sendable {
  /// Answer it once, let it fail, record it.
  case answered
  /// The same for a call that goes on, such as a live query: it gives one answer after the other, and each that a script sets is its
  /// next.
  case live
}
