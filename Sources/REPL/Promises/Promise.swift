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
  let rule: Rule
  let condition: Condition
  var scope: Scope?
  /// While this holds, the promise is kept.
  var exception: Condition?
  /// The line that states it.
  package let text: String
  /// The place of that line: `Flows/always.flow:3`, `line 3`; empty at a terminal.
  package var place = ""
  /// Whether it may name screens that the app does not have, because the app is a part of the one that the promise is about.
  var isOfLargerApp = false

  /// The time for which it may be unkept before it is broken.
  var limit: Duration { if case .within(let duration) = rule { duration } else { .zero } }

  func isKept(in screen: ScreenState) -> Bool { condition.holds(in: screen) != (rule == .never) }

  /// The complaint that it is broken, with its place and a reason in terms of the screen.
  func complaint(_ reason: String) -> String {
    "\(named) is broken: \(reason)"
  }

  /// The promise and its place, for a complaint.
  var named: String { "the promise \(text)\(place.isEmpty ? "" : " (\(place))")" }

  /// The paths of the screens, and the commands, that it names.
  package var names: (screens: [String], commands: [String]) {
    let names = (exception.map { Condition.or(condition, $0) } ?? condition).names
    return (names.screens, names.commands + [scope?.command].compactMap(\.self))
  }

  /// The complaints about commands that no screen offers.
  ///
  /// - Parameter isWhole: whether all commands of the app are offered; otherwise a name is complained of only if it is nearly one of them.
  package func unknownCommands(offered: Set<String>, isWhole: Bool) -> [String] {
    names.commands.filter { !offered.contains($0) }.compactMap { name in
      let near = NearMiss.nearest(to: name, in: offered.sorted()).map { "did you mean '\($0)'?" }
      guard let advice = near ?? (isWhole ? "name a command of the app" : nil) else { return nil }
      return "\(named) names '\(Printable.quote(name))', which no screen offers; \(advice)"
    }
  }
}
