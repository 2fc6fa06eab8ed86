import Testing

@testable import REPL

@Suite struct ColumnsTests {
  private static let widthRows: [(String, Int)] = [
    ("", 0), ("abc", 3), ("é", 1), ("e\u{301}", 1), ("登录", 4), ("ｗｉｄｅ", 8), ("한글", 4), ("👩‍👩‍👧", 2), ("❤\u{FE0F}", 2),
    ("❤", 1), ("🇩🇪", 2), ("שלום", 4), ("\u{200B}", 0), ("…", 1), ("#\u{FE0F}\u{20E3}", 2),
  ]

  @Test("wide characters take two columns, combining ones none", arguments: widthRows)
  func width(_ text: String, _ columns: Int) { #expect(Columns.width(of: text) == columns) }

  private static let cutRows: [(String, Int, String)] = [
    ("abcde", 5, "abcde"), ("abcdef", 5, "abcd…"), ("登录成功", 8, "登录成功"), ("登录成功", 7, "登录成…"),
    ("登录成功", 6, "登录…"), ("e\u{301}e\u{301}e\u{301}", 2, "e\u{301}…"), ("", 3, ""),
  ]

  @Test("a text is cut to columns, never within a character", arguments: cutRows)
  func cut(_ text: String, _ columns: Int, _ shown: String) { #expect(Columns.cut(text, to: columns) == shown) }

  @Test("columns are as wide as their widest text on a terminal; lines have no trailing blanks")
  func aligned() {
    let rows = [["猫", "/t/1", "/h"], ["cat", "", "/h"], ["a", "/t/100", ""], ["", "", ""], ["only"], []]
    #expect(
      [rows, [["a "], ["bcd"]], []].map(Columns.aligned) == [
        ["猫    /t/1    /h", "cat           /h", "a     /t/100", "", "only", ""], ["a ", "bcd"], [],
      ])
  }

  private static let wrapRows: [(String, Int, String, [String])] = [
    ("one two three", 20, "  ", ["one two three"]), ("one two three", 8, "  ", ["one two", "  three"]),
    ("  !! one two", 8, "  ", ["  !! one", "  two"]), ("abcdefgh", 4, " ", ["abcd", " efg", " h"]),
    ("登录成功", 5, "", ["登录", "成功"]), ("登", 1, "", ["登"]), ("a  ", 1, "", ["a"]),
  ]

  @Test("a text is wrapped at blanks, or at the limit if there is none", arguments: wrapRows)
  func wrap(_ text: String, _ columns: Int, _ indent: String, _ lines: [String]) {
    #expect(Columns.wrap(text, to: columns, indent: indent) == lines)
  }
}
