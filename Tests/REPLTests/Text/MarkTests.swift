import Testing

@testable import REPL

@Suite struct MarkTests {
  @Test(
    "a line of a screen that looks like a mark begins with a backslash",
    arguments: [
      "! no", "!! no", "!", "- gone", "~ home#1 shown", "+1s", "+300ms", "…", "todo>", ">",
    ])
  func escaped(_ line: String) { #expect(Mark.escaped(line) == "\\" + line) }

  @Test(
    "any other line of a screen is unchanged",
    arguments: [
      "", "a", "-", "-1", "\\", "\\! no", "--", "!important", "+1", "+1 s", "… 3s", "a > b>", "~home", "1. a", "[!] no",
      "a\\",
    ])
  func plain(_ line: String) { #expect(Mark.escaped(line) == line) }

  @Test("the mark of a removed region has its first line and the number of others") func gone() {
    #expect(Mark.gone(["a"]) == "- a" && Mark.gone(["a", "b", "c"]) == "- a (+2)")
  }
}
