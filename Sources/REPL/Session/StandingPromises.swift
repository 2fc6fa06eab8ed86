import NamedCalls
import Signals
import VIPER

/// The promises of every app, checked after a line: a screen is busy only while work is under way, a disabled command gives its
/// reason, `back` goes back or gives a reason, and the stage shows the screens that are open in the tree.
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

  /// The complaints about promises that the line has broken, one line each.
  ///
  /// - Parameter output: the output of the line.
  func broken(printing output: [String]) -> [String] {
    let console = session.console, isAtRest = isAtRest
    var broken: [String] = []
    if session.time != nil, isAtRest, !console.busyLines.isEmpty {
      broken.append("the screen stays busy, but nothing is under way")
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

  /// Whether only live calls are under way, and time is idle.
  private var isAtRest: Bool {
    session.calls.log.underWay.allSatisfy { $0.kind == .live }
      && session.time?.isIdle(activity: session.activity) ?? true
  }
}
