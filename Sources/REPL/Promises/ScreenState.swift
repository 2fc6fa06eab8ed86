/// The state of a session's screen at one time, for conditions. Each part is computed when a condition reads it.
@MainActor struct ScreenState {
  /// The path of the visible screens: `todo/add`.
  let path: String
  private let makeShown: () -> [String]
  private let makeOffered: () -> [String]
  private let makeBusy: () -> Bool
  private let makeOpen: () -> [String]

  /// - Parameters:
  ///   - shown: the lines of the visible screen, and the replies and alerts of the same time.
  ///   - offered: the names of its commands.
  ///   - open: the names of all open screens.
  init(
    path: String, shown: @autoclosure @escaping () -> [String] = [],
    offered: @autoclosure @escaping () -> [String] = [],
    isBusy: @autoclosure @escaping () -> Bool = false, open: @autoclosure @escaping () -> [String] = []
  ) {
    self.path = path
    makeShown = shown
    makeOffered = offered
    makeBusy = isBusy
    makeOpen = open
  }

  var shown: [String] { makeShown() }
  var offered: [String] { makeOffered() }
  var isBusy: Bool { makeBusy() }
  var open: [String] { makeOpen() }
}
