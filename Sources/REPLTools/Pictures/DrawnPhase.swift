import REPL

/// A phase of a session, for a picture.
struct DrawnPhase: Equatable, Sendable {
  /// The title; nil for a first phase without one.
  var title: String?
  var steps: [DrawnStep]
}
