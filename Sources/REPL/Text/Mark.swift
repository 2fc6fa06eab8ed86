import PlainText

/// The marks in a transcript, between the lines of the screen. A line of the screen that looks like a mark is escaped by a
/// backslash.
package enum Mark {
  package static let gone = "- "
  package static let busy = "…"

  /// The mark of a removed region: its first line, and the number of further lines.
  package static func gone(_ lines: [String]) -> String {
    gone + (lines.first ?? "") + (lines.count > 1 ? " (+\(lines.count - 1))" : "")
  }

  /// A screen's own prompt: the lines below it are the whole screen.
  package static func prompt(_ path: String) -> String { path + ">" }

  static func isPrompt(_ line: String) -> Bool {
    line.utf8.last == UInt8(ascii: ">") && line.utf8.first != escape && !line.contains(where: \.isWhitespace)
  }

  /// Escapes a line of the screen that looks like a mark.
  private static let escape = UInt8(ascii: "\\")

  /// `+300ms`: the lines below it were printed later by this duration.
  static func stamp(_ time: Duration) -> String { "+" + DurationText.print(time) }

  package static func isStamp(_ line: String) -> Bool {
    line.hasPrefix("+") && DurationText.parse(line.dropFirst()) != nil
  }

  /// A printable line of the screen, escaped if it looks like a mark, without trailing blanks; nil if it is blank.
  static func screenLine(_ text: String) -> String? {
    var line = Printable.line(text)[...]
    while line.last?.isWhitespace == true { line.removeLast() }
    return line.isEmpty ? nil : escaped(String(line))
  }

  /// A line of the screen, escaped if it looks like a mark, or like an escaped one.
  package static func escaped(_ line: String) -> String { isOne(unescaped(line)) ? "\\" + line : line }

  /// The text of a field, which is `-` if it is empty; escaped if it looks like that.
  static func field(_ text: String) -> String {
    if text.isEmpty { return "-" }
    let rest = unescaped(text)
    return rest.first == "-" && rest.dropFirst().allSatisfy(\.isWhitespace) ? "\\" + text : text
  }

  private static func unescaped(_ text: String) -> String {
    text.utf8.first == escape ? String(text.drop { $0 == "\\" }) : text
  }

  private static func isOne(_ line: String) -> Bool {
    guard let first = line.utf8.first else { return false }
    switch first {
    // `! ` begins a line of the app, `!!` one of the harness.
    case UInt8(ascii: "!"): return line == "!" || line.hasPrefix("! ") || line.hasPrefix("!!")
    case UInt8(ascii: "-"): return line.hasPrefix(gone)
    // Begins a trace entry under `:trace NAME`.
    case UInt8(ascii: "~"): return line.hasPrefix("~ ")
    case UInt8(ascii: "+"): return isStamp(line)
    default: return line == busy || isPrompt(line)
    }
  }
}
