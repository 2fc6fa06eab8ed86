/// The state of a session's screen at one time, for conditions.
struct ScreenState {
  /// The path of the visible screens: `todo/add`.
  let path: String
  /// The lines of the visible screen, and the replies and alerts of the same time.
  let shown: [String]
  let offered: [String]
  let enabled: [String]
  let isBusy: Bool
  /// Whether work is under way that ends.
  var isWaiting = false
  let open: [String]
  /// The rows of its first list; empty if no promise reads one.
  var rows: [String] = []
  /// The printed lines of its fields: `name: Milk`; empty if no promise reads one.
  var fields: [String] = []
  /// The names of the calls under way, once for each call.
  var underWay: [String] = []
  /// The texts that the promise has taken, by the names that it gives them.
  var taken: [String: String] = [:]
}
