/// A command of a session and its effect, for pictures and pages.
struct DrawnStep: Codable, Equatable, Sendable {
  /// The path of the screen in front of the prompt: `todo/add`.
  var prompt: String
  /// The command, with `***` for a secret.
  var command: String
  /// The number of its line in the flow.
  var line: Int
  /// The lines printed under it.
  var output: [String]
  /// The path of the screen after it.
  var path = ""
  /// The lines of that screen.
  var screen: [String] = []
}

/// A phase of a session, for a picture.
struct DrawnPhase: Equatable, Sendable {
  /// The title; nil for a first phase without one.
  var title: String?
  var steps: [DrawnStep]
}
