import Testing

@testable import REPL

@Suite struct MarkupTests {
  @Test("text is no markup, and each of its characters is one of XML") func escaped() {
    #expect(Markup.escaped("<a href=\"b\">&amp;</a>") == "&lt;a href=&quot;b&quot;&gt;&amp;amp;&lt;/a&gt;")
    #expect(Markup.escaped("a\u{0}\u{1B}\r\n\tb\u{FFFF}") == "a\u{FFFD}\u{FFFD}\u{FFFD}\n\tb\u{FFFD}")
    // A mark that combines with the character before it does not hide it.
    #expect(Markup.escaped("<\u{301}") == "&lt;\u{301}")
  }

  @Test("a number has one digit after the point, if there is one") func numbers() {
    #expect(
      [0, 1, 1.04, 1.05, 8.4, -280, -0.55, 0.01].map(Markup.number) == [
        "0", "1", "1", "1.1", "8.4", "-280", "-0.6", "0",
      ])
  }
}
