import REPL
import Testing

@Suite struct PrintableTests {
  @Test(
    "control characters are written out, everything else stays",
    arguments: [
      ("plain", "plain"), ("", ""), ("a\nb\tc", "a\\nb\\tc"), ("\u{1B}[31m", "\\u{1B}[31m"),
      ("\u{0}\u{7F}", "\\u{0}\\u{7F}"),
      ("\u{9B}2J", "\\u{9B}2J"), ("a\r\nb", "a\\u{D}\\nb"), ("a\u{2028}b", "a\\u{2028}b"), ("👩‍👩‍👧 עברית é", "👩‍👩‍👧 עברית é"),
    ]) func line(_ text: String, _ expected: String)
  {
    #expect(Printable.line(text) == expected)
  }

  @Test("blanks at the end of a line are nothing anybody could see") func trimmed() {
    #expect(Printable.trimmed("  a b \t ") == "  a b")
    #expect(Printable.trimmed("   ").isEmpty)
  }
}
