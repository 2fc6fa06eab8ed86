/// A command with different output in two runs of a flow: recorded and current output, or the screens of two builds.
struct StepDifference: Codable, Equatable, Sendable {
  let command: String
  /// The number of its line in the flow.
  let line: Int
  let old: [String]
  let new: [String]
}
