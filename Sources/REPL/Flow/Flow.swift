/// A scripted session: what is typed and what it gives, as a text.
struct Flow: Equatable, Sendable {
  /// A line that is typed, and the output recorded under it.
  struct Step: Equatable, Sendable {
    /// The screen in front of the prompt; empty accepts any.
    var screen: String
    var command: String
    var output: [String]
    /// The number of the command's line, from 1.
    var line: Int
    /// The number of the first output's line, if there is output.
    var outputLine: Int?

    /// Whether it is that command of the session.
    func isCommand(_ name: String) -> Bool {
      guard command.utf8.contains(UInt8(ascii: ":")) else { return false }
      let typed = TypedLine(command)
      return typed.name == name && typed.word.isEmpty
    }

    /// The same with another output, but for what the harness says.
    func printing(_ output: [String]) -> Step {
      var step = self
      step.output = output.filter { !$0.hasPrefix("!!") }
      return step
    }
  }
  /// What a part shows; the first may have no title.
  struct Phase: Equatable, Sendable {
    var title: String?
    var steps: [Step]
    var line: Int
  }
  var phases: [Phase]
  /// The data files, by name.
  var files: [String: String]
  /// What it promises from the start, beside the lines that promise more.
  var promises: [Promise] = []

  var steps: [Step] { phases.flatMap(\.steps) }
}

/// A text that is no flow: where, why, and what to do.
struct FlowSyntaxError: Error, Equatable, CustomStringConvertible {
  let line: Int
  /// The number of the character in its line, from 1.
  var column = 1
  let reason: String
  var description: String { "line \(line), column \(column): \(reason)" }
}
