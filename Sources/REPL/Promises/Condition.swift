import Foundation
import PlainText

/// A condition of a promise, which a screen meets or does not.
indirect enum Condition: Equatable, Sendable {
  /// A line of the visible screen, or of an alert with it, contains the text.
  case shows(String)
  /// A line of the visible screen, or of an alert with it, is the text, without its indentation.
  case showsExactly(String)
  /// The visible screen has a command of that name, enabled or not.
  case offers(String)
  /// The visible screen has a command of that name, and it is enabled.
  case enabled(String)
  /// The visible screen shows `…`.
  case busy
  /// The path of the visible screens ends in these names: `add` and `todo/add` at `todo/add`.
  case at(String)
  /// The screen is open, visible or not.
  case open(String)
  case not(Condition)
  case and(Condition, Condition)
  case or(Condition, Condition)

  func holds(in screen: ScreenState) -> Bool {
    switch self {
    case .shows(let text): Self.line(in: screen, containing: text) != nil
    case .showsExactly(let text): Self.line(in: screen, equalTo: text) != nil
    case .offers(let name): screen.offered.contains(name)
    case .enabled(let name): screen.enabled.contains(name)
    case .busy: screen.isBusy
    case .at(let name): screen.path == name || screen.path.hasSuffix("/\(name)")
    case .open(let name): screen.open.contains(name)
    case .not(let condition): !condition.holds(in: screen)
    case .and(let first, let second): first.holds(in: screen) && second.holds(in: screen)
    case .or(let first, let second): first.holds(in: screen) || second.holds(in: screen)
    }
  }

  /// The reason why it holds or does not, in terms of the screen.
  func reason(in screen: ScreenState) -> String {
    let holds = holds(in: screen)
    switch self {
    case .shows(let text):
      guard let line = Self.line(in: screen, containing: text) else {
        return "\(screen.path) does not show \"\(Printable.quote(text))\""
      }
      return "\(screen.path) shows '\(Printable.quote(line))'"
    case .showsExactly(let text):
      return "\(screen.path) \(holds ? "has" : "does not have") the line '\(Printable.quote(text))'"
    case .offers(let name):
      if holds { return "\(screen.path) offers \(name)" }
      return "\(screen.path) offers \(screen.offered.isEmpty ? "nothing" : screen.offered.joined(separator: ", "))"
    case .enabled(let name):
      if !screen.offered.contains(name) { return Condition.offers(name).reason(in: screen) }
      return "'\(name)' is \(holds ? "enabled" : "disabled") at \(screen.path)"
    case .busy: return "\(screen.path) is \(holds ? "" : "not ")busy"
    case .at: return "the screen is \(screen.path)"
    case .open(let name): return "\(name) is \(holds ? "" : "not ")open at \(screen.path)"
    case .not(let condition): return condition.reason(in: screen)
    case .and(let first, let second):
      if !first.holds(in: screen) { return first.reason(in: screen) }
      return holds ? Self.both(first, second, screen) : second.reason(in: screen)
    case .or(let first, let second):
      if first.holds(in: screen) { return first.reason(in: screen) }
      return holds ? second.reason(in: screen) : Self.both(first, second, screen)
    }
  }

  /// The paths of the screens, and the commands, that it names.
  var names: (screens: [String], commands: [String]) {
    switch self {
    case .at(let name), .open(let name): return ([name], [])
    case .offers(let name), .enabled(let name): return ([], [name])
    case .shows, .showsExactly, .busy: return ([], [])
    case .not(let condition): return condition.names
    case .and(let first, let second), .or(let first, let second):
      return (first.names.screens + second.names.screens, first.names.commands + second.names.commands)
    }
  }

  private static func both(_ first: Condition, _ second: Condition, _ screen: ScreenState) -> String {
    let reasons = [first, second].map { $0.reason(in: screen) }
    return reasons[0] == reasons[1] ? reasons[0] : reasons.joined(separator: ", and ")
  }

  private static func line(in screen: ScreenState, equalTo text: String) -> String? {
    screen.shown.first { $0.trimmingCharacters(in: .whitespaces) == text }
  }

  private static func line(in screen: ScreenState, containing text: String) -> String? {
    screen.shown.first { $0.utf8.firstRange(of: text.utf8) != nil }
  }
}
