import Testing

@testable import REPL

/// Keys are decoded from the bytes that terminals send.
@Suite struct KeyTests {
  private func keys(_ bytes: [UInt8]) -> [Key] {
    var decoder = KeyDecoder()
    return bytes.compactMap { decoder.take($0) }
  }
  private func keys(_ text: String) -> [Key] { keys(Array(text.utf8)) }

  @Test("text is decoded scalar by scalar") func text() {
    #expect(keys("aé登🎉") == [.text("a"), .text("é"), .text("登"), .text("🎉")])
  }

  @Test("invalid bytes do not hide the text after them") func broken() {
    #expect(keys([0xE7, 0x61, 0xFF, 0x62, 0x80, 0x63]) == [.text("a"), .text("b"), .text("\u{FFFD}"), .text("c")])
  }

  @Test(
    "keys that are sequences",
    arguments: [
      ("\u{1B}[A", Key.up), ("\u{1B}OB", .down), ("\u{1B}[C", .right), ("\u{1B}[D", .left), ("\u{1B}[H", .home),
      ("\u{1B}[4~", .end), ("\u{1B}[3~", .delete), ("\u{1B}[1;5C", .wordRight), ("\u{1B}b", .wordLeft),
      ("\u{1B}\u{7F}", .killWord), ("\u{1B}\u{1B}[A", .up), ("\u{1B}[200~", .other), ("\u{1B}x", .other),
      ("\u{3}", .control(3)), ("\u{7F}", .control(0x7F)),
    ])
  func sequences(bytes: String, key: Key) { #expect(keys(bytes + "z") == [key, .text("z")]) }

  @Test("a sequence without an end takes no more than thirty bytes") func endless() {
    let keys = keys("\u{1B}[" + String(repeating: "1", count: 100))
    #expect(keys.first == .other && keys.dropFirst().allSatisfy { $0 == .text("1") } && keys.count > 60)
  }

  @Test("Ctrl-V makes the next key text") func quoted() {
    #expect(keys("\u{16}\u{1B}b\u{16}\u{16}") == [.text("\u{1B}"), .text("b"), .text("\u{16}")])
  }
}
