/// A command with different output in two runs of a flow: recorded and current output, or the screens of two builds.
package struct StepDifference: Codable, Equatable, Sendable {
  package let command: String
  /// The number of its line in the flow.
  package let line: Int
  package let old: [String]
  package let new: [String]
}
