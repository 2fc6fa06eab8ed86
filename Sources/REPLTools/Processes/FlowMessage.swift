import REPL

/// A request to another process of the same program, one on each line.
enum FlowRequest: Codable {
  /// Asks for the screens of the app. Only if `opens` is true, each is opened for its commands. `except` names the lines of screens
  /// that are known to crash or hang, with the reasons.
  case graph(opens: Bool, except: [String: String])
  /// Runs the flow at this path.
  case run(String)
  /// Runs the flow at this path, and writes the output into its file.
  case accept(String)
  case explore(ExplorationRequest)
}

/// An answer of the other process, one on each line.
enum FlowMessage: Codable {
  /// A line of the flow begins.
  case began(Origin)
  /// A session of an exploration begins, or the last line of this trial does.
  case playing(Trial)
  /// A slow line makes progress.
  case progressed
  /// The screens, opened once.
  case graph(AppGraph)
  /// The app cannot be built, for this reason, so there are no screens.
  case unbuilt(String)
  /// The flow is over.
  case ended(FlowReport)
  /// The flow is over, and its output is accepted or refused.
  case accepted(FlowAcceptance.Outcome)
  case explored(ExplorationAnswer)
}
