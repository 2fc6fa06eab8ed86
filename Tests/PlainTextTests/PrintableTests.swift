import PlainText
import Testing

@Suite struct PrintableTests {
  private static let lineRows: [(String, String)] = [
    ("a\nb\tc\r", "a\\nb\\tc\\u{D}"), ("\u{1B}[2J", "\\u{1B}[2J"), ("\u{9B}x\u{7F}", "\\u{9B}x\\u{7F}"),
    ("\u{202E}wolf", "\\u{202E}wolf"), ("\u{2066}\u{2069}\u{200F}", "\\u{2066}\\u{2069}\\u{200F}"),
    ("\u{61C}\u{627}", "\\u{61C}\u{627}"), ("“é” — … 登录 \u{A0}\u{2028}", "“é” — … 登录 \u{A0}\u{2028}"),
    ("👩‍👩‍👧 שלום", "👩‍👩‍👧 שלום"), ("", ""),
  ]

  @Test("control characters are written out, including those of text direction; all others stay", arguments: lineRows)
  func line(_ text: String, _ printed: String) {
    #expect([text, printed].map { Printable.line($0) } == [printed, printed])
  }

  @Test("in lines, control characters are written out, except for the lines' ends and tabs") func lines() {
    #expect(Printable.lines("a\r\nb\tc\u{1B}") == "a\r\nb\tc\\u{1B}")
  }

  @Test("a quoted text has 80 characters at most") func quote() {
    let text = String(repeating: "é", count: 80)
    #expect([text, text + "\n", "\n"].map { Printable.quote($0) } == [text, text + "…", "\\n"])
  }
}
