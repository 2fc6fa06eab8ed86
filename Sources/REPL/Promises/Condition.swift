/// A condition of a promise, which a screen meets or does not.
indirect enum Condition: Equatable, Sendable {
  /// A line of the visible screen, or of an alert with it, contains the text.
  case shows(String)
  /// The visible screen has a command of that name, enabled or not.
  case offers(String)
  /// The visible screen shows `…`.
  case busy
  /// The path of the visible screens ends in these names: `add` and `todo/add` at `todo/add`.
  case at(String)
  /// The screen is open, visible or not.
  case open(String)
  case not(Condition)
  case and(Condition, Condition)
  case or(Condition, Condition)

  @MainActor func holds(in picture: Picture) -> Bool {
    switch self {
    case .shows(let text): Self.line(in: picture, containing: text) != nil
    case .offers(let name): picture.offered.contains(name)
    case .busy: picture.isBusy
    case .at(let name): picture.path == name || picture.path.hasSuffix("/\(name)")
    case .open(let name): picture.open.contains(name)
    case .not(let condition): !condition.holds(in: picture)
    case .and(let first, let second): first.holds(in: picture) && second.holds(in: picture)
    case .or(let first, let second): first.holds(in: picture) || second.holds(in: picture)
    }
  }

  /// The reason why it holds or does not, in terms of the screen.
  @MainActor func reason(in picture: Picture) -> String {
    let holds = holds(in: picture)
    switch self {
    case .shows(let text):
      guard let line = Self.line(in: picture, containing: text) else {
        return "\(picture.path) does not show \"\(Printable.quote(text))\""
      }
      return "\(picture.path) shows '\(Printable.quote(line))'"
    case .offers(let name):
      if holds { return "\(picture.path) offers \(name)" }
      return "\(picture.path) offers \(picture.offered.isEmpty ? "nothing" : picture.offered.joined(separator: ", "))"
    case .busy: return "\(picture.path) is \(holds ? "" : "not ")busy"
    case .at: return "the screen is \(picture.path)"
    case .open(let name): return "\(name) is \(holds ? "" : "not ")open at \(picture.path)"
    case .not(let condition): return condition.reason(in: picture)
    case .and(let first, let second):
      if !first.holds(in: picture) { return first.reason(in: picture) }
      return holds ? Self.both(first, second, picture) : second.reason(in: picture)
    case .or(let first, let second):
      if first.holds(in: picture) { return first.reason(in: picture) }
      return holds ? second.reason(in: picture) : Self.both(first, second, picture)
    }
  }

  /// The paths of the screens that it names.
  var screens: [String] {
    switch self {
    case .at(let name), .open(let name): [name]
    case .shows, .offers, .busy: []
    case .not(let condition): condition.screens
    case .and(let first, let second), .or(let first, let second): first.screens + second.screens
    }
  }

  /// The names of the commands in it.
  var commands: [String] {
    switch self {
    case .offers(let name): [name]
    case .shows, .busy, .at, .open: []
    case .not(let condition): condition.commands
    case .and(let first, let second), .or(let first, let second): first.commands + second.commands
    }
  }

  @MainActor private static func both(_ first: Condition, _ second: Condition, _ picture: Picture) -> String {
    let reasons = [first, second].map { $0.reason(in: picture) }
    return reasons[0] == reasons[1] ? reasons[0] : reasons.joined(separator: ", and ")
  }

  @MainActor private static func line(in picture: Picture, containing text: String) -> String? {
    picture.shown.first { $0.utf8.firstRange(of: text.utf8) != nil }
  }
}
