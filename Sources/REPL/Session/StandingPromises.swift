import VIPER

/// What every app promises without a word, checked after a line: a screen is busy only while something is under way, a disabled
/// command says why, `back` goes back or says why not, and the stage shows what the tree has open.
@MainActor struct StandingPromises {
  private let session: Session
  private let line: String
  private let topmost: NavigationTree.Node.ID?

  /// - Parameter line: the line that is about to run.
  init(_ session: Session, before line: String) {
    self.session = session
    self.line = line
    topmost = session.console.topmostID
  }

  /// The promises that are broken once the line has run, each on a line of its own.
  ///
  /// - Parameter output: what the line printed.
  func broken(printing output: [String]) -> [String] {
    let console = session.console, isAtRest = isAtRest
    var broken: [String] = []
    if session.time != nil, isAtRest, !console.busyLines.isEmpty {
      broken.append("the screen stays busy, and nothing is under way that ends it")
    }
    broken += console.unexplained.map { "'\($0)' is disabled and does not say why; give its command a reason" }
    if TypedLine(line).name == "back", topmost != nil, console.topmostID == topmost, output.isEmpty, isAtRest {
      broken.append("'back' does nothing, and does not say why")
    }
    if isAtRest, let tree = session.navigator?.tree.value, let difference = console.difference(from: tree) {
      broken.append(difference)
    }
    return broken
  }

  /// Whether no call is under way, not even one that never answers, and no timer that anything comes of.
  private var isAtRest: Bool {
    session.calls.log.underWay.allSatisfy { $0.kind == .live }
      && session.time?.isIdle(activity: session.activity) ?? true
  }
}
