/// What a process asks another one of the same program, each on a line.
enum FlowRequest: Codable {
  /// What is wrong with the app's screens.
  case faults
  /// What the flow of that path gives.
  case run(String)
}

/// What the other process answers, each on a line.
enum FlowMessage: Codable {
  /// A line of the flow begins.
  case began(Origin)
  /// A line that takes its time makes progress.
  case goesOn
  /// The flow is over.
  case ended(ReportMessage)
  /// What is wrong with the screens, one line each.
  case faults([String])
}
