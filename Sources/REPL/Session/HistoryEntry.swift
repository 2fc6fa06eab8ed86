/// A line that ran, and its output.
package struct HistoryEntry: Sendable {
  let line: String
  let origin: Origin
  let start: Duration
  /// The number of calls made before it.
  let callCount: Int
  /// The number of entries that the trace had before it.
  var traceCount = 0
  /// Its number among all lines of the session.
  var turn = 0
  /// Whether it names a command. Any other line may contain a secret, such as a password.
  var isCommand = true
  /// The name of the secret field that it sets, whose value is not kept.
  var secret: String?
  /// The time at which it was done.
  var settled = Duration.zero
  var output: [String] = []
  /// The lines printed after that, with their times.
  var changes: [(time: Duration, lines: [String])] = []

  /// Whether the line went to the app, which knows its command.
  var isAnswered: Bool { isCommand && !line.hasPrefix(":") }

  /// The line as a command of the session; nil if it is one of the app.
  var command: MetaCommand? { line.hasPrefix(":") ? try? MetaCommand.parse(line) : nil }
}
