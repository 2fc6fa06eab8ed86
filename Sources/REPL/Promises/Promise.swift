import PlainText
import VIPER

/// A condition that a flow requires of an app: `:never shows "nil"`.
package struct Promise: Equatable, Sendable {
  enum Rule: Equatable, Sendable {
    case always
    case never
    /// Each time the condition stops holding, it holds again after at most this duration.
    case within(Duration)
  }
  /// The time during which it holds, by the command that begins it. A command that the app refuses begins and ends nothing.
  enum Scope: Equatable, Sendable {
    /// Until another command.
    case after(String)
    /// From the last time it was typed on.
    case since(String)

    var command: String {
      switch self {
      case .after(let name), .since(let name): name
      }
    }
  }
  /// The line that states a promise: `Flows/always.flow:3`, or `line 3` of the flow that runs.
  struct Place: Equatable, Sendable, CustomStringConvertible {
    var path: String?
    let line: Int

    var description: String { path.map { "\($0):\(line)" } ?? "line \(line)" }
  }
  let rule: Rule
  let condition: Condition
  var scope: Scope?
  /// While this holds, the promise is kept.
  var exception: Condition?
  package let text: String
  /// The place of that line; nil at a terminal.
  var place: Place?
  /// Whether it may name screens that the app does not have, because the app is a part of the one that the promise is about.
  var isOfLargerApp = false

  /// The time for which it may be unkept before it is broken.
  var limit: Duration { if case .within(let duration) = rule { duration } else { .zero } }

  func isKept(in screen: ScreenState) -> Bool { condition.holds(in: screen) != (rule == .never) }

  func complaint(_ reason: String) -> String {
    "\(named) is broken: \(reason)"
  }

  /// The promise and its place, for a complaint.
  var named: String { "the promise \(text)\(place.map { " (\($0))" } ?? "")" }

  /// The conditions that it joins, those of its exception included.
  var parts: [Condition] { condition.parts + (exception?.parts ?? []) }
}
