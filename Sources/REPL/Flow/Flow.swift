/// A scripted session: what is typed and what it gives, as a text.
package struct Flow: Equatable, Sendable {
  /// A line that is typed, and the output recorded under it.
  package struct Step: Equatable, Sendable {
    /// The screen in front of the prompt; empty accepts any.
    package var screen: String
    /// What is typed.
    package var command: String
    /// The recorded output, without the blanks in front.
    package var output: [String]
    /// The number of the command's line, from 1.
    package var line: Int
    /// How many lines of the file the output takes, blank ones between them included.
    package var height = 0
  }

  /// What a part shows.
  package struct Phase: Equatable, Sendable {
    /// What it says behind the `#`; nil for commands above the first phase.
    package var title: String?
    /// Its commands, in order.
    package var steps: [Step]
    /// The number of its first line, from 1.
    package var line: Int
  }

  /// Its phases, in order.
  package var phases: [Phase]
  /// The data files, by name.
  package var files: [String: String]

  /// All commands, in order.
  package var steps: [Step] { phases.flatMap(\.steps) }
}

/// A text that is no flow: where, why, and what to do.
package struct FlowSyntaxError: Error, Equatable, CustomStringConvertible {
  /// The number of the line, from 1.
  package let line: Int
  /// What is wrong with it, and how it should look.
  package let reason: String
  /// Line and reason.
  package var description: String { "line \(line): \(reason)" }
}
