/// A command of a session and its effect, for pictures and pages.
package struct DrawnStep: Codable, Equatable, Sendable {
  /// The path of the screen in front of the prompt: `todo/add`.
  package var prompt: String
  /// The command, with `***` for a secret.
  package var command: String
  package var line: Int
  package var output: [String]
  /// The path of the screen after it.
  package var path = ""
  package var screen: [String] = []
}
