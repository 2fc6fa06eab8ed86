/// What a process asks another one of the same program, each on a line.
enum FlowRequest: Codable {
  /// What the app's screens are. Those that a line of `except` opens are known to crash or to hang, for that reason.
  case graph(except: [String: String])
  /// What is wrong with the flow of that path.
  case check(String)
  /// What the flow of that path gives.
  case run(String)
  /// What the flow of that path shows after each of its commands.
  case transcript(String)
  /// Writes what the flow of that path gives into its file.
  case accept(String)
  /// What the server's explorer answers to this.
  case explore(String)
}

/// What the other process answers, each on a line.
enum FlowMessage: Codable {
  /// A line of the flow begins.
  case began(Origin)
  /// A line that takes its time makes progress.
  case goesOn
  /// The screens, opened once.
  case graph(AppGraph)
  /// There are no screens, for the app cannot be built.
  case unbuilt(String)
  /// The flow is checked.
  case checked([FlowCheck.Problem])
  /// The flow is over.
  case ended(ReportMessage)
  /// The flow is over, and this is what it showed.
  case transcript(FlowTranscript)
  /// The file is no flow, for that reason.
  case unreadable(String)
  /// The flow is over, and accepted or refused.
  case accepted(FlowAcceptance.Outcome)
  /// What the explorer answers.
  case explored(String)

  /// Whether there is more to come.
  var isProgress: Bool {
    switch self {
    case .began, .goesOn: true
    default: false
    }
  }
}
