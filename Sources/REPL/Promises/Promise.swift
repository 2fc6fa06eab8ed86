/// A condition that a flow requires of an app: `:never shows "nil"`.
package struct Promise: Equatable, Sendable {
  enum Rule: Equatable, Sendable {
    case always
    case never
    /// Each time the condition stops holding, it holds again after at most this duration.
    case within(Duration)
  }
  let rule: Rule
  let condition: Condition
  /// While this holds, the promise is kept.
  var exception: Condition?
  /// The line that states it.
  package let text: String
  /// The place of that line: `Flows/always.flow:3`, `line 3`; empty at a terminal.
  var place = ""
  /// Whether it may name screens that the app does not have, because the app is a part of the one that the promise is about.
  var isOfLargerApp = false

  /// The time for which it may be unkept before it is broken.
  var limit: Duration { if case .within(let duration) = rule { duration } else { .zero } }

  func isKept(in screen: ScreenState) -> Bool {
    condition.holds(in: screen) != (rule == .never) || exception?.holds(in: screen) == true
  }

  /// The complaint that it is broken, with its place and a reason in terms of the screen.
  func complaint(_ reason: String) -> String {
    "\(named) is broken: \(reason)"
  }

  /// The promise and its place, for a complaint.
  var named: String { "the promise \(text)\(place.isEmpty ? "" : " (\(place))")" }

  /// The paths of the screens, and the commands, that it names.
  package var names: (screens: [String], commands: [String]) {
    (exception.map { Condition.or(condition, $0) } ?? condition).names
  }
}
