/// A command under which two runs of a flow show something else: the recorded output and today's, or the screens of two builds.
struct StepDifference: Codable, Equatable, Sendable {
  let command: String
  /// The number of its line in the flow.
  let line: Int
  let old: [String]
  let new: [String]
}
