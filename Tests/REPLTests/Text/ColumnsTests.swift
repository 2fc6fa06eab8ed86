import Testing

@testable import REPL

@Suite struct ColumnsTests {
  @Test(
    "wide characters take two columns, combining ones none",
    arguments: [
      ("", 0), ("abc", 3), ("é", 1), ("e\u{301}", 1), ("登录", 4), ("ｗｉｄｅ", 8), ("한글", 4), ("👩‍👩‍👧", 2), ("❤\u{FE0F}", 2),
      ("❤", 1),
      ("🇩🇪", 2), ("שלום", 4), ("\u{200B}", 0), ("…", 1),
    ])
  func width(_ text: String, _ columns: Int) { #expect(Columns.width(of: text) == columns) }

  @Test("no text has more columns than bytes, which are compared first") func bytes() {
    let small = (0..<0x800).compactMap(Unicode.Scalar.init)
    #expect(small.allSatisfy { Columns.width(of: $0) <= String($0).utf8.count })
    // No character has more than two columns, and all wide ones have at least three bytes.
    #expect(String("\u{800}").utf8.count == 3 && Columns.width(of: "#\u{FE0F}\u{20E3}") == 2)
  }

  @Test(
    "a text ends at the position of the terminal's cursor after it",
    arguments: [
      ("", 0, 0), ("abc", 0, 3), ("abcd", 0, 4), ("abcde", 1, 1), ("abc登", 1, 2), ("登登", 0, 4), ("a登b登", 1, 2),
      ("abcde\u{301}", 1, 1), ("abcd\u{301}", 0, 4), ("a登登登登", 2, 2), ("a\tb", 1, 1),
    ])
  func end(_ text: String, _ row: Int, _ column: Int) {
    #expect(Columns.end(of: text, in: 4) == (row, column))
    // A tab goes to the next stop.
    #expect(Columns.end(of: "ab\tc", in: 20) == (0, 9))
  }

  @Test("a text is cut to columns, never within a character")
  func cut() {
    #expect(Columns.cut("abcde", to: 5) == "abcde")
    #expect(Columns.cut("abcdef", to: 5) == "abcd…")
    #expect(Columns.cut("登录成功", to: 8) == "登录成功")
    #expect(Columns.cut("登录成功", to: 7) == "登录成…")
    #expect(Columns.cut("登录成功", to: 6) == "登录…")
    #expect(Columns.cut("e\u{301}e\u{301}e\u{301}", to: 2) == "e\u{301}…")
    #expect(Columns.cut("", to: 3) == "")
  }

  @Test("columns are as wide as their widest text on a terminal; lines have no trailing blanks")
  func aligned() {
    #expect(
      Columns.aligned([["猫", "/t/1", "/h"], ["cat", "", "/h"], ["a", "/t/100", ""], ["", "", ""], ["only"], []]) == [
        "猫    /t/1    /h", "cat           /h", "a     /t/100", "", "only", "",
      ])
    #expect(Columns.aligned([["a "], ["bcd"]]) == ["a ", "bcd"])
    #expect(Columns.aligned([]) == [])
  }

  @Test("a text is wrapped at blanks, or at the limit if there is none") func wrap() {
    #expect(Columns.wrap("one two three", to: 20, indent: "  ") == ["one two three"])
    #expect(Columns.wrap("one two three", to: 8, indent: "  ") == ["one two", "  three"])
    #expect(Columns.wrap("  !! one two", to: 8, indent: "  ") == ["  !! one", "  two"])
    #expect(Columns.wrap("abcdefgh", to: 4, indent: " ") == ["abcd", " efg", " h"])
    #expect(Columns.wrap("登录成功", to: 5, indent: "") == ["登录", "成功"])
    #expect(Columns.wrap("登", to: 1, indent: "") == ["登"])
    #expect(Columns.wrap("a  ", to: 1, indent: "") == ["a"])
  }
}
