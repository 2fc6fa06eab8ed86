import Testing

@testable import REPL

@Suite struct TypedLineTests {
  @Test(
    "a name ends at a blank or a tab, whatever mark is on it; what follows is left as it is",
    arguments: [
      ("", "", ""), (" \t ", "", ""), ("add", "add", ""), ("add ", "add", ""), ("  name x", "name", "x"),
      ("name  x ", "name", " x "), ("\t name\tx\ty", "name", "x\ty"), ("name \u{301}z", "name", "\u{301}z"),
      ("name\nx", "name\nx", ""),
    ])
  func parts(_ line: String, _ name: String, _ argument: String) {
    let typed = TypedLine(line)
    #expect(typed.name.unicodeScalars.elementsEqual(name.unicodeScalars))
    #expect(typed.argument.unicodeScalars.elementsEqual(argument.unicodeScalars))
  }

  @Test(
    "blanks around what follows a name are not part of a word",
    arguments: [
      ("open", ""), ("open  ", ""), ("open 1 ", "1"), ("open \t 1\t2 \t", "1\t2"), ("a  \u{301}", "\u{301}"),
    ])
  func word(_ line: String, _ word: String) {
    #expect(TypedLine(line).word.unicodeScalars.elementsEqual(word.unicodeScalars))
  }

  @Test(
    "blanks in front of a colon mean nothing",
    arguments: [
      (" \t:tree", ":tree"), (":tree ", ":tree "), ("  add", "  add"), ("  ", "  "), ("", ""), ("a :tree", "a :tree"),
    ])
  func unindented(_ line: String, _ meant: String) { #expect(TypedLine.unindented(line) == meant) }
}
