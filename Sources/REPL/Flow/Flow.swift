/// A scripted session: the typed lines and their outputs.
struct Flow: Equatable, Sendable {
  /// A typed line, and its recorded output.
  struct Step: Equatable, Sendable {
    /// The path before the prompt; empty accepts any screen.
    var screen: String
    var command: String
    var output: [String]
    /// The number of the command's line, from 1.
    var line: Int
    /// The number of the first output's line, if there is output.
    var outputLine: Int?

    /// Whether it is that session command, without arguments.
    func isCommand(_ name: String) -> Bool {
      guard command.utf8.contains(UInt8(ascii: ":")) else { return false }
      let typed = TypedLine(command)
      return typed.name == name && typed.word.isEmpty
    }

    /// The step with another output, without complaints of the harness.
    func printing(_ output: [String]) -> Step {
      var step = self
      step.output = output.filter { !$0.hasPrefix("!!") }
      return step
    }
  }
  /// A part of a flow; the first may have no title.
  struct Phase: Equatable, Sendable {
    var title: String?
    var steps: [Step]
    var line: Int
  }
  var phases: [Phase]
  /// The data files, by name.
  var files: [String: String]
  /// The promises that hold from the start; lines of the flow may add more.
  var promises: [Promise] = []

  var steps: [Step] { phases.flatMap(\.steps) }
}

/// A mistake in the text of a flow: its place, the reason, and the remedy.
struct FlowSyntaxError: Error, Equatable, CustomStringConvertible {
  let line: Int
  /// The number of the character in its line, from 1.
  var column = 1
  let reason: String
  var description: String { "line \(line), column \(column): \(reason)" }
}
