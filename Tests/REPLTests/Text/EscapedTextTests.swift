import Testing

@testable import REPL
@testable import REPLTools

/// Texts of an app or a user, written for a terminal, a shell or a page.
@Suite struct EscapedTextTests {
  @Test("control characters are written out in a line beside its colour") func styled() {
    let line = StyledLine("FAIL a\nok   b\u{1B}[2J.flow", .failed), written = "FAIL a\\nok   b\\u{1B}[2J.flow"
    #expect([line.text(isColored: false), line.text(isColored: true)] == [written, "\u{1B}[1;31m\(written)\u{1B}[0m"])
  }

  private static let quotedRows: [(String, String)] = [
    ("a/b-1.flow", "a/b-1.flow"), ("登录.flow", "登录.flow"), ("", "''"), ("a b", "'a b'"), ("$HOME", "'$HOME'"),
    ("it's", "'it'\\''s'"), ("~", "'~'"), ("a[1]", "'a[1]'"),
  ]

  @Test("a text is quoted where a shell would not read it as one word", arguments: quotedRows)
  func quoted(_ text: String, _ word: String) { #expect(ShellWord.quoted(text) == word) }

  @Test("text is no markup, each of its characters is one of XML, and a number has at most one digit after the point")
  func markup() {
    // A mark that combines with the character before it does not hide it.
    let texts = ["<a href=\"b\">&amp;</a>", "a\u{0}\u{1B}\r\n\tb\u{FFFF}", "<\u{301}"]
    #expect(
      texts.map { Markup.escaped($0) } + [0, 1, 1.04, 1.05, 8.4, -280, -0.55, 0.01].map(Markup.number) == [
        "&lt;a href=&quot;b&quot;&gt;&amp;amp;&lt;/a&gt;", "a\u{FFFD}\u{FFFD}\u{FFFD}\n\tb\u{FFFD}", "&lt;\u{301}",
        "0", "1", "1", "1.1", "8.4", "-280", "-0.6", "0",
      ])
  }

  @Test("a line of a screen that looks like a mark, escaped or not, gets a backslash; any other line is unchanged")
  func marks() {
    let plain = ["! no", "!! no", "!", "- gone", "~ home#1 shown", "+1s", "+300ms", "…", "todo>", ">"]
    let marks = plain + plain.flatMap { ["\\" + $0, "\\\\" + $0] }
    let others = [
      "", "a", "-", "-1", "\\", "\\-", "\\a", "\\1. a", "--", "!important", "+1", "+1 s", "… 3s", "a > b>", "~home",
      "1. a", "[!] no",
      "a\\",
    ]
    #expect((marks + others).map(Mark.escaped) == marks.map { "\\" + $0 } + others)
  }

  @Test("an empty field is -, and a text that looks like that begins with a backslash") func fields() {
    let dashes = ["-", "- ", "\\-", "\\\\-"], others = ["a", "--", "-1", "- a", "\\", " -", "\\a"]
    #expect(([""] + dashes + others).map(Mark.field) == ["-"] + dashes.map { "\\" + $0 } + others)
  }
}
