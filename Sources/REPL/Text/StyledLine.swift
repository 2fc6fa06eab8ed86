/// A line of a report, and what it is, for a terminal that shows colours.
struct StyledLine: Codable, Equatable, Sendable {
  /// What a line is.
  enum Style: String, Codable { case plain, passed, failed, removed, added, quiet }
  var style = Style.plain
  let text: String

  init(_ text: String, _ style: Style = .plain) {
    self.text = text
    self.style = style
  }

  /// The line with the escape sequences of its colour around it, or without.
  func text(isColored: Bool) -> String {
    guard isColored, let code else { return text }
    return "\u{1B}[\(code)m\(text)\u{1B}[0m"
  }

  private var code: String? {
    switch style {
    case .plain: nil
    case .passed, .added: "32"
    case .failed: "1;31"
    case .removed: "31"
    case .quiet: "2"
    }
  }
}
