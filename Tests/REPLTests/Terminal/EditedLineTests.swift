import Testing

@testable import REPL
@testable import REPLTools

/// Keys change a line; `|` is the cursor.
@Suite struct EditedLineTests {
  @Test(
    "a key changes the text and moves the cursor, and a cut text can be inserted again; other keys have no effect",
    arguments: [
      ("ab|", [.text("c")], "abc|"), ("a|b", [.text("é")], "aé|b"), ("ab|", [.left], "a|b"), ("|ab", [.left], "|ab"),
      ("a|b", [.control(6)], "ab|"), ("ab|", [.right], "ab|"), ("a|b", [.home], "|ab"), ("a|b", [.control(5)], "ab|"),
      ("ab|c", [.control(0x7F)], "a|c"), ("|ab", [.control(8)], "|ab"), ("a|bc", [.delete], "a|c"),
      ("ab|", [.delete], "ab|"), ("a bc |d", [.wordLeft], "a |bc d"), ("a| bc d", [.wordRight], "a bc| d"),
      ("a bc |d", [.control(23)], "a |d"), ("a| bc d", [.killWordAhead], "a| d"), ("  |", [.killWord], "|"),
      ("a|bc", [.control(11)], "a|"), ("ab|c", [.control(21)], "|c"),
      // The cursor moves by characters; Backspace removes a combining mark alone.
      ("e\u{301}\u{327}|", [.control(0x7F)], "e\u{301}|"), ("e\u{301}|", [.left], "|e\u{301}"),
      ("👩‍👧|", [.control(8)], "|"), ("one two|", [.killWord, .end, .home, .control(25)], "two|one "),
      // In an empty line nothing is cut, so the text that was cut before it stays.
      ("two|", [.control(21), .control(11), .control(25)], "two|"), ("ab|", [.up, .other, .control(7)], "ab| !!!"),
    ] as [(String, [Key], String)])
  func keys(before: String, keys: [Key], after: String) {
    var line = EditedLine()
    let sides = before.split(separator: "|", omittingEmptySubsequences: false)
    line.insert(String(sides[1]))
    _ = line.press(.home)
    line.insert(String(sides[0]))
    let refused = keys.filter { !line.press($0) }.map { _ in "!" }.joined()
    #expect("\(line.before)|\(line.after)" + (refused.isEmpty ? "" : " " + refused) == after)
  }
}
