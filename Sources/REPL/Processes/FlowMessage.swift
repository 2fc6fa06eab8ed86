/// What the process that runs a flow says to the one that shows it, each on a line.
enum FlowMessage: Codable {
  /// A line of the flow begins.
  case began(Origin)
  /// A line that takes its time makes progress.
  case goesOn
  /// The flow is over.
  case ended(ReportMessage)
}
