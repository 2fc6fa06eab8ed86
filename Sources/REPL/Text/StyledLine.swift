import PlainText

/// A line of the command line's output with a style, for terminals with colours. Control characters in it, such as in the name of
/// a file, are written out: they can neither end the line nor control the terminal.
package struct StyledLine: Codable, Equatable, Sendable {
  package enum Style: String, Codable { case plain, title, passed, failed, removed, added, alert, quiet }
  package var style = Style.plain
  package let text: String

  package init(_ text: String, _ style: Style = .plain) {
    self.text = Printable.line(text)
    self.style = style
  }

  /// The line, with the escape sequences of its colour if `isColored`.
  package func text(isColored: Bool) -> String {
    guard isColored, let code else { return text }
    return "\u{1B}[\(code)m\(text)\u{1B}[0m"
  }

  private var code: String? {
    switch style {
    case .plain: nil
    case .title: "1"
    case .passed, .added: "32"
    case .failed: "1;31"
    case .removed: "31"
    case .alert: "33"
    case .quiet: "2"
    }
  }
}
