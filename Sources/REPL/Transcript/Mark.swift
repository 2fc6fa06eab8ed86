/// What a transcript has to say besides the lines of the screen. A line of the screen that looks like one of these has a
/// backslash in front, so that it cannot be mistaken for one.
enum Mark {
  /// In front of what has gone.
  static let gone = "- "
  /// The screen is busy.
  static let busy = "…"

  /// Says that lines have gone: the first, and how many more.
  static func gone(_ lines: [String]) -> String {
    gone + (lines.first ?? "") + (lines.count > 1 ? " (+\(lines.count - 1))" : "")
  }

  /// A screen's own prompt: what is below it is all of the screen.
  static func prompt(_ path: String) -> String { path + ">" }

  static func isPrompt(_ line: String) -> Bool {
    line.utf8.last == UInt8(ascii: ">") && line.utf8.first != escape && !line.contains(where: \.isWhitespace)
  }

  /// In front of a line of the screen that looks like a mark.
  private static let escape = UInt8(ascii: "\\")

  /// `+300ms`: what is below it was printed later.
  static func stamp(_ time: Duration) -> String { "+" + DurationText.print(time) }

  static func isStamp(_ line: String) -> Bool { line.hasPrefix("+") && DurationText.parse(line.dropFirst()) != nil }

  /// A line of the screen, such that it is none of these.
  static func escaped(_ line: String) -> String { isOne(line) ? "\\" + line : line }

  private static func isOne(_ line: String) -> Bool {
    guard let first = line.utf8.first else { return false }
    switch first {
    // `! ` is the app, `!!` the harness.
    case UInt8(ascii: "!"): return line == "!" || line.hasPrefix("! ") || line.hasPrefix("!!")
    case UInt8(ascii: "-"): return line.hasPrefix(gone)
    // What is followed by `:trace`.
    case UInt8(ascii: "~"): return line.hasPrefix("~ ")
    case UInt8(ascii: "+"): return isStamp(line)
    default: return line == busy || isPrompt(line)
    }
  }
}
