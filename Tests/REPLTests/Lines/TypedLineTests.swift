import Testing

@testable import REPL

@Suite struct TypedLineTests {
  private static let partsRows: [(String, String, String, String)] = [
    ("", "", "", ""), (" \t ", "", "", ""), ("add", "add", "", ""), ("add  ", "add", " ", ""),
    ("  name x", "name", "x", "x"), ("name  x ", "name", " x ", "x"), ("\t name\tx\ty", "name", "x\ty", "x\ty"),
    ("open \t 1\t2 \t", "open", "\t 1\t2 \t", "1\t2"), ("name \u{301}z", "name", "\u{301}z", "\u{301}z"),
    ("a  \u{301}", "a", " \u{301}", "\u{301}"), ("name\nx", "name\nx", "", ""),
  ]

  @Test(
    "a name ends at a blank or a tab, even with a combining mark; the argument is unchanged, its word has no blanks around",
    arguments: partsRows)
  func parts(_ line: String, _ name: String, _ argument: String, _ word: String) {
    let typed = TypedLine(line)
    // By scalars, because equal texts may have different ones.
    #expect(
      [typed.name, typed.argument, typed.word].map { Array($0.unicodeScalars) }
        == [name, argument, word].map { Array($0.unicodeScalars) })
  }

  @Test("blanks before a colon are ignored") func unindented() {
    let lines = [" \t:tree", ":tree ", "  add", "  ", "", "a :tree"]
    #expect(lines.map(TypedLine.unindented) == [":tree", ":tree ", "  add", "  ", "", "a :tree"])
  }
}
