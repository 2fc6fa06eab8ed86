/// A line that ran, and its output.
package struct HistoryEntry: Sendable {
  package let line: String
  package let origin: Origin
  package let start: Duration
  /// The number of calls made before it.
  package let callCount: Int
  /// The number of entries that the trace had before it.
  package var traceCount = 0
  /// Its number among all lines of the session.
  package var turn = 0
  /// Whether it names a command. Any other line may contain a secret, such as a password.
  package var isCommand = true
  /// The name of the secret field that it sets, whose value is not kept.
  package var secret: String?
  /// The time at which it was done.
  package var settled = Duration.zero
  package var output: [String] = []
  /// The lines printed after that, with their times.
  package var changes: [(time: Duration, lines: [String])] = []

  /// The line as a command of the session; nil if it is one of the app.
  package var command: MetaCommand? { MetaCommand(in: line) }
}
