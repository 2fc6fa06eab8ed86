public import Signals

/// Gives the calls of services and stores names, so that a script can answer them, make them fail, and record them.
///
/// Services name their calls, as in `store.named("books", calls)`, and do not depend on scripts. The type `Calls` of the
/// library REPL implements this protocol.
public protocol CallNaming: Sendable {
  /// Announces the names of calls, so that a misspelled name in a script, or a name for two kinds of call, is reported before the
  /// first call.
  func declare(_ names: [String], as kind: NamedCallKind)

  /// Makes the call with `work`, unless a script answers it.
  ///
  /// - Parameters:
  ///   - name: the name in scripts.
  ///   - kind: the ways a script can answer the call.
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

/// The ways a script can answer a named call.
public enum NamedCallKind: Hashable, Sendable {
  /// A script can answer the call once, make it fail, and record it.
  case answered
  /// The same for a call that answers in parts, such as a download. A script answers with all parts at once, and a recording
  /// contains the parts as one answer.
  case streamed
  /// The same for a live call, such as a live query, which gives one answer after another. Each answer that a script sets is
  /// the next one.
  case live
}
