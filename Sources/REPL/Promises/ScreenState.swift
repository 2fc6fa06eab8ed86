/// The state of a session's screen at one time, for conditions.
struct ScreenState {
  /// The path of the visible screens: `todo/add`.
  let path: String
  /// The lines of the visible screen, and the replies and alerts of the same time.
  let shown: [String]
  /// The names of its commands.
  let offered: [String]
  /// The names of those that are enabled.
  let enabled: [String]
  let isBusy: Bool
  /// The names of all open screens.
  let open: [String]
}
