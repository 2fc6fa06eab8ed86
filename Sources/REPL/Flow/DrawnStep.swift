/// A command of a session and its effect, for pictures and pages.
package struct DrawnStep: Codable, Equatable, Sendable {
  /// The path of the screen in front of the prompt: `todo/add`.
  package var prompt: String
  /// The command, with `***` for a secret.
  package var command: String
  /// The number of its line in the flow.
  package var line: Int
  /// The lines printed under it.
  package var output: [String]
  /// The path of the screen after it.
  package var path = ""
  /// The lines of that screen.
  package var screen: [String] = []
}

extension FlowResult.Step {
  /// The step for a picture; nil if the run did not keep its screen.
  var drawn: DrawnStep? {
    guard let prompt = shown.first else { return nil }
    return DrawnStep(
      prompt: screen, command: echo, line: expected.line, output: output, path: String(prompt.dropLast()),
      screen: Array(shown.dropFirst()))
  }
}
