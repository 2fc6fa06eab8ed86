/// A command under which two runs of a flow show something else: what is recorded and what is given, or what two builds show.
struct StepDifference: Codable, Equatable, Sendable {
  let command: String
  /// The number of its line in the flow.
  let line: Int
  let old: [String]
  let new: [String]
}
