import Testing

@testable import REPL

@Suite struct MarkTests {
  @Test(
    "a line of a screen that looks like something else in a transcript has a backslash in front",
    arguments: [
      "! no", "!! no", "!", "- gone", "~ home#1 shown", "+1s", "+300ms", "…", "todo>", ">",
    ])
  func escaped(_ line: String) { #expect(Mark.escaped(line) == "\\" + line) }

  @Test(
    "any other line of a screen is as the app gave it",
    arguments: [
      "", "a", "-", "-1", "\\", "\\! no", "--", "!important", "+1", "+1 s", "… 3s", "a > b>", "~home", "1. a", "[!] no",
      "a\\",
    ])
  func plain(_ line: String) { #expect(Mark.escaped(line) == line) }

  @Test("what has gone is its first line and how many more") func gone() {
    #expect(Mark.gone(["a"]) == "- a" && Mark.gone(["a", "b", "c"]) == "- a (+2)")
  }
}
