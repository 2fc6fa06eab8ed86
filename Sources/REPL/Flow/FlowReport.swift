/// What running a flow gave.
public struct FlowReport: Sendable {
  /// The flow's path.
  public let path: String
  /// Whether everything was as recorded and nothing was left over.
  public let passed: Bool
  /// Whether the file is no flow, or cannot be read.
  public let isBadScript: Bool
  /// How many commands gave something else than what is recorded.
  public let differences: Int
  /// What to show: a line if it passed, otherwise the first phase that differs, in full.
  public let text: String

  static func bad(_ path: String, line: Int? = nil, _ reason: String) -> FlowReport {
    let place = line.map { "\(path):\($0)" } ?? path
    return FlowReport(
      path: path, passed: false, isBadScript: true, differences: 0, text: "BAD  \(place): \(reason)")
  }
}
