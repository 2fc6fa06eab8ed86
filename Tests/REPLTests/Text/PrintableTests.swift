import Testing

@testable import REPL

@Suite struct PrintableTests {
  @Test(
    "control characters are written out, including those of text direction; all others stay",
    arguments: [
      ("a\nb\tc\r", "a\\nb\\tc\\u{D}"), ("\u{1B}[2J", "\\u{1B}[2J"), ("\u{9B}x\u{7F}", "\\u{9B}x\\u{7F}"),
      ("\u{202E}wolf", "\\u{202E}wolf"), ("\u{2066}\u{2069}\u{200F}", "\\u{2066}\\u{2069}\\u{200F}"),
      ("\u{61C}\u{627}", "\\u{61C}\u{627}"), ("“é” — … 登录 \u{A0}\u{2028}", "“é” — … 登录 \u{A0}\u{2028}"),
    ])
  func line(_ text: String, _ printed: String) {
    #expect(Printable.line(text) == printed)
    #expect(Printable.line(printed) == printed)
  }

  @Test("lines keep their newlines and tabs") func lines() {
    #expect(Printable.lines("a\r\nb\tc\u{1B}") == "a\r\nb\tc\\u{1B}")
  }
}
