import REPL
import Testing

@testable import REPLTools

@Suite struct CursorPositionTests {
  private static let endRows: [(String, Int, Int, Int)] = [
    ("", 4, 0, 0), ("abc", 4, 0, 3), ("abcd", 4, 0, 4), ("abcde", 4, 1, 1), ("abc登", 4, 1, 2), ("登登", 4, 0, 4),
    ("a登b登", 4, 1, 2), ("abcde\u{301}", 4, 1, 1), ("abcd\u{301}", 4, 0, 4), ("a登登登登", 4, 2, 2), ("a\tb", 4, 1, 1),
    ("ab\tc", 20, 0, 9),
  ]

  @Test(
    "a text ends at the position of the terminal's cursor after it; a tab goes to the next stop",
    arguments: endRows)
  func end(_ text: String, _ columns: Int, _ row: Int, _ column: Int) {
    #expect(Columns.end(of: text, in: columns) == (row, column))
  }
}
