/// What a process asks another one of the same program, each on a line.
enum FlowRequest: Codable {
  /// What is wrong with the app's screens.
  case faults
  /// What the flow of that path gives.
  case run(String)
  /// Writes what the flow of that path gives into its file.
  case accept(String)
}

/// What the other process answers, each on a line.
enum FlowMessage: Codable {
  /// A line of the flow begins.
  case began(Origin)
  /// A line that takes its time makes progress.
  case goesOn
  /// The flow is over.
  case ended(ReportMessage)
  /// The flow is over, and accepted or refused.
  case accepted(FlowAcceptance.Outcome)
  /// What is wrong with the screens, one line each.
  case faults([String])
}
