/// A line that the command line prints, and what it is, for a terminal that shows colours. What others wrote, such as the name of a
/// file, prints as the text it is: it can neither end the line nor control the terminal.
struct StyledLine: Codable, Equatable, Sendable {
  /// What a line is.
  enum Style: String, Codable { case plain, passed, failed, removed, added, said, quiet }
  var style = Style.plain
  let text: String

  init(_ text: String, _ style: Style = .plain) {
    self.text = Printable.line(text)
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
    case .said: "33"
    case .quiet: "2"
    }
  }
}
