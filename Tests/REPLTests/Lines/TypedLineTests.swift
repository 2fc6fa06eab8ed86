import Testing

@testable import REPL

@Suite struct TypedLineTests {
  @Test(
    "a name ends at a blank or a tab, even with a combining mark; the argument is unchanged",
    arguments: [
      ("", "", ""), (" \t ", "", ""), ("add", "add", ""), ("add ", "add", ""), ("  name x", "name", "x"),
      ("name  x ", "name", " x "), ("\t name\tx\ty", "name", "x\ty"), ("name \u{301}z", "name", "\u{301}z"),
      ("name\nx", "name\nx", ""),
    ])
  func parts(_ line: String, _ name: String, _ argument: String) {
    let typed = TypedLine(line)
    #expect([typed.name, typed.argument].map { Array($0.utf8) } == [name, argument].map { Array($0.utf8) })
  }

  @Test(
    "blanks around an argument are not part of its word",
    arguments: [
      ("open", ""), ("open  ", ""), ("open 1 ", "1"), ("open \t 1\t2 \t", "1\t2"), ("a  \u{301}", "\u{301}"),
    ])
  func word(_ line: String, _ word: String) {
    #expect(TypedLine(line).word.unicodeScalars.elementsEqual(word.unicodeScalars))
  }

  @Test(
    "blanks before a colon are ignored",
    arguments: [
      (" \t:tree", ":tree"), (":tree ", ":tree "), ("  add", "  add"), ("  ", "  "), ("", ""), ("a :tree", "a :tree"),
    ])
  func unindented(_ line: String, _ meant: String) { #expect(TypedLine.unindented(line) == meant) }
}
