import PlainText

/// A scripted session: the typed lines and their outputs.
package struct Flow: Equatable, Sendable {
  package struct Step: Equatable, Sendable {
    /// The path before the prompt; empty accepts any screen.
    package var screen: String
    package var command: String
    package var output: [String]
    package var line: Int
    /// The number of the first output's line, if there is output.
    var outputLine: Int?

    /// The step with another output, without complaints of the harness. Lines that are not in the file have no numbers.
    func printing(_ output: [String]) -> Step {
      var step = self
      step.output = output.filter { !$0.hasPrefix("!!") }
      if step.output != self.output { step.outputLine = nil }
      return step
    }
  }
  /// A part of a flow; the first may have no title, and so may others below a `#` alone.
  package struct Phase: Equatable, Sendable {
    package var title: String?
    package var steps: [Step]
    package var line: Int

    package init(title: String?, steps: [Step], line: Int) {
      self.title = title
      self.steps = steps
      self.line = line
    }
  }
  package var phases: [Phase]
  package var files: [String: String]
  /// The promises that hold from the start; lines of the flow may add more.
  package var promises: [Promise] = []

  package var steps: [Step] { phases.flatMap(\.steps) }
}

/// A mistake in a flow: its place, the reason, and the remedy.
package struct FlowMistake: Error, Codable, Equatable {
  /// The path of the file of promises that has it; nil if the flow itself has it.
  var file: String?
  let line: Int
  /// The number of the character in its line, from 1.
  var column = 1
  let text: String

  /// The mistakes that an error of reading a file stands for.
  static func all(of error: any Error) -> [FlowMistake] {
    (error as? FlowSyntaxError)?.mistakes ?? [FlowMistake(line: 1, text: ErrorText.of(error))]
  }
}

/// The mistakes in the text of a flow, or in the promises that hold for it.
package struct FlowSyntaxError: Error, Equatable, CustomStringConvertible {
  /// At least one, from top to bottom.
  package let mistakes: [FlowMistake]

  init(_ mistakes: [FlowMistake]) { self.mistakes = mistakes }

  init(line: Int, column: Int = 1, reason: String) {
    self.init([FlowMistake(line: line, column: column, text: reason)])
  }

  /// The first mistakes of the flow at a path, for a reader, and the number of the others.
  func listed(_ path: String) -> [(place: String, reason: String)] {
    let limit = 10, more = mistakes.count - limit
    return mistakes.prefix(limit).map { mistake in
      let place = "\(mistake.file ?? path):\(mistake.line):\(mistake.column)"
      return mistake.file == nil ? (place, mistake.text) : (path, "\(place): \(mistake.text)")
    } + (more > 0 ? [(path, CountText.of(more, "more mistake"))] : [])
  }

  /// The first mistake, and the number of the others.
  package var description: String {
    guard let first = mistakes.first else { return "" }
    let more = mistakes.count - 1
    return (first.file.map { "\($0): " } ?? "") + "line \(first.line), column \(first.column): \(first.text)"
      + (more > 0 ? " (and \(CountText.of(more, "more mistake")))" : "")
  }
}
