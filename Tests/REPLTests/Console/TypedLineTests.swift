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
}
