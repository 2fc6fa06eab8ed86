/// A session's screen at one time, as far as conditions speak of it. Each part is looked up when a condition asks for it.
@MainActor struct Picture {
  /// The path of the visible screens: `todo/add`.
  let path: String
  private let makeShown: () -> [String]
  private let makeOffered: () -> [String]
  private let makeBusy: () -> Bool
  private let makeOpen: () -> [String]

  /// - Parameters:
  ///   - shown: the lines of the visible screen, and those that were said at the same time.
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
