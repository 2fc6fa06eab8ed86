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
  case enabled(String)
  /// The visible screen shows `…`.
  case busy
  /// Work is under way: a call, or a timer that is due within an hour. Live calls do not count, nor do timers that repeat without an
  /// effect.
  case waiting
  /// The path of the visible screens ends in these names: `add` and `todo/add` at `todo/add`.
  case at(String)
  /// The screen is open, visible or not.
  case open(String)
  /// The place of the visible screen has the text.
  case reads(Place, Text)
  /// At least so many calls of that name are under way.
  case calls(Int, of: String)
  case not(Condition)
  case and(Condition, Condition)
  case or(Condition, Condition)

  /// A place of a screen that shows one text.
  enum Place: Equatable, Sendable, CustomStringConvertible {
    case row(Int)
    case field(String)

    var description: String {
      switch self {
      case .row(let number): "row \(number)"
      case .field(let name): "field \(name)"
      }
    }

    /// Its text, as printed; nil if the screen does not have it.
    func text(in screen: ScreenState) -> String? {
      switch self {
      case .row(let number): screen.rows.dropFirst(number - 1).first
      case .field(let name):
        screen.fields.first { $0.hasPrefix("\(name): ") }.map { String($0.dropFirst(name.count + 2)) }
      }
    }
  }
  enum Text: Equatable, Sendable {
    case literal(String)
    /// The text that was taken from the first place with this name.
    case taken(String)

    func text(in screen: ScreenState) -> String? {
      switch self {
      case .literal(let text): text
      case .taken(let name): screen.taken[name]
      }
    }
  }

  func holds(in screen: ScreenState) -> Bool {
    switch self {
    case .shows(let text): Self.line(in: screen, containing: text) != nil
    case .showsExactly(let text): Self.line(in: screen, equalTo: text) != nil
    case .offers(let name): screen.offered.contains(name)
    case .enabled(let name): screen.enabled.contains(name)
    case .busy: screen.isBusy
    case .waiting: screen.isWaiting
    case .at(let name): screen.path == name || screen.path.hasSuffix("/\(name)")
    case .open(let name): screen.open.contains(name)
    case .reads(let place, let text): place.text(in: screen).map { $0 == text.text(in: screen) } ?? false
    case .calls(let count, let name): screen.underWay.count { $0 == name } >= count
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
    case .waiting: return "\(screen.path) \(holds ? "waits" : "does not wait") for work"
    case .at: return "the screen is \(screen.path)"
    case .open(let name): return "\(name) is \(holds ? "" : "not ")open at \(screen.path)"
    case .reads(let place, let text):
      guard let shown = place.text(in: screen) else { return "\(screen.path) has no \(place)" }
      let taken = if case .taken(let name) = text { ", and $\(name) is '\(screen.taken[name] ?? "")'" } else { "" }
      return "\(place) is '\(Printable.quote(shown))'\(holds ? "" : taken)"
    case .calls(_, let name):
      return "\(CountText.of(screen.underWay.count { $0 == name }, "call")) of \(name) under way"
    case .not(let condition): return condition.reason(in: screen)
    case .and(let first, let second):
      if !first.holds(in: screen) { return first.reason(in: screen) }
      return holds ? Self.both(first, second, screen) : second.reason(in: screen)
    case .or(let first, let second):
      if first.holds(in: screen) { return first.reason(in: screen) }
      return holds ? second.reason(in: screen) : Self.both(first, second, screen)
    }
  }

  /// The conditions that it joins, in their order, without `not`.
  var parts: [Condition] {
    switch self {
    case .not(let condition): condition.parts
    case .and(let first, let second), .or(let first, let second): first.parts + second.parts
    default: [self]
    }
  }

  /// The names that it gives to texts, and the places to take them from, in their order.
  var takes: [(name: String, place: Place)] {
    parts.compactMap { if case .reads(let place, .taken(let name)) = $0 { (name, place) } else { nil } }
  }

  private static func both(_ first: Condition, _ second: Condition, _ screen: ScreenState) -> String {
    let reasons = [first, second].map { $0.reason(in: screen) }
    return reasons[0] == reasons[1] ? reasons[0] : reasons.joined(separator: ", and ")
  }

  private static func line(in screen: ScreenState, equalTo text: String) -> String? {
    screen.shown.first { $0.trimmingCharacters(in: .whitespaces) == text }
  }

  private static func line(in screen: ScreenState, containing text: String) -> String? {
    screen.shown.first { contains(text, in: $0) }
  }

  /// Compares bytes after each screen, where `firstRange(of:)` took a quarter of a session's time.
  private static func contains(_ text: String, in line: String) -> Bool {
    guard let first = text.utf8.first else { return true }
    var rest = line.utf8[...]
    while let start = rest.firstIndex(of: first) {
      rest = rest[start...]
      if rest.starts(with: text.utf8) { return true }
      rest = rest.dropFirst()
    }
    return false
  }
}
