import Testing

@testable import REPL

/// Keys change a line; `|` is the cursor.
@Suite struct EditedLineTests {
  @Test(
    "a key changes the text and moves the cursor",
    arguments: [
      ("ab|", Key.text("c"), "abc|"), ("a|b", .text("é"), "aé|b"), ("ab|", .left, "a|b"), ("|ab", .left, "|ab"),
      ("a|b", .control(6), "ab|"), ("ab|", .right, "ab|"), ("a|b", .home, "|ab"), ("a|b", .control(5), "ab|"),
      ("ab|c", .control(0x7F), "a|c"), ("|ab", .control(8), "|ab"), ("a|bc", .delete, "a|c"), ("ab|", .delete, "ab|"),
      ("a bc |d", .wordLeft, "a |bc d"), ("a| bc d", .wordRight, "a bc| d"), ("a bc |d", .control(23), "a |d"),
      ("a| bc d", .killWordAhead, "a| d"), ("  |", .killWord, "|"), ("a|bc", .control(11), "a|"),
      ("ab|c", .control(21), "|c"),
      // The cursor moves by characters; Backspace removes a combining mark alone.
      ("e\u{301}\u{327}|", .control(0x7F), "e\u{301}|"), ("e\u{301}|", .left, "|e\u{301}"), ("👩‍👧|", .control(8), "|"),
    ])
  func keys(before: String, key: Key, after: String) {
    var line = Self.line(before)
    let isPressed = line.press(key)
    #expect(isPressed && "\(line.before)|\(line.after)" == after && line.text == line.before + line.after)
  }

  @Test("a cut text can be inserted again, also in the next line") func cut() {
    var line = Self.line("one two|")
    for key in [Key.killWord, .home, .control(25)] { _ = line.press(key) }
    #expect(line.text == "twoone ")
    line.set("")
    for key in [Key.control(11), .control(25)] { _ = line.press(key) }
    #expect(line.text == "two")
  }

  @Test("other keys have no effect on a line") func others() {
    var line = Self.line("ab|")
    let pressed = [Key.up, .other, .control(7)].filter { line.press($0) }
    #expect(pressed == [] && line.text == "ab")
  }

  private static func line(_ text: String) -> EditedLine {
    var line = EditedLine()
    let sides = text.split(separator: "|", omittingEmptySubsequences: false)
    line.insert(String(sides[1]))
    _ = line.press(.home)
    line.insert(String(sides[0]))
    return line
  }
}
