/// A command of a session and its effect, as pictures and pages show it.
struct DrawnStep: Codable, Equatable, Sendable {
  /// The path of the screen in front of the prompt: `todo/add`.
  var prompt: String
  /// The command; a secret in it is `***`.
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

/// A phase of a session, as a picture shows it.
struct DrawnPhase: Equatable, Sendable {
  /// The first phase may have no title.
  var title: String?
  var steps: [DrawnStep]
}
