import Testing

@testable import REPL
@testable import REPLTools

/// Keys are decoded from the bytes that terminals send.
@Suite struct KeyTests {
  private func keys(_ bytes: [UInt8]) -> [Key] {
    var decoder = KeyDecoder()
    return bytes.compactMap { decoder.take($0) }
  }

  @Test("text is decoded scalar by scalar; invalid bytes do not hide the text after them")
  func text() {
    #expect(
      [Array("aé登🎉".utf8), [0xE7, 0x61, 0xFF, 0x62, 0x80, 0x63]].map(keys)
        == ["aé登🎉", "ab\u{FFFD}c"].map { $0.unicodeScalars.map { .text($0) } })
  }

  private static let sequencesRows: [(String, Key)] = [
    ("\u{1B}[A", Key.up), ("\u{1B}OB", .down), ("\u{1B}[C", .right), ("\u{1B}[D", .left), ("\u{1B}[H", .home),
    ("\u{1B}[4~", .end), ("\u{1B}[3~", .delete), ("\u{1B}[1;5C", .wordRight), ("\u{1B}b", .wordLeft),
    ("\u{1B}\u{7F}", .killWord), ("\u{1B}\u{1B}[A", .up), ("\u{1B}x", .other),
    ("\u{3}", .control(3)), ("\u{7F}", .control(0x7F)),
    // A sequence without an end takes no more than thirty bytes.
    ("\u{1B}[" + String(repeating: "1", count: 29), .other),
  ]

  @Test("all of a paste is text, newlines, tabs and control characters included; sequences in it are dropped")
  func pasted() {
    let bytes = "\u{1B}[200~a\tb\r\u{16}\u{3}é\u{1B}[A\u{1B}x\u{1B}[201~\t"
    #expect(keys(Array(bytes.utf8)) == "a\tb\n\u{16}\u{3}é".unicodeScalars.map { .text($0) } + [.control(9)])
  }

  @Test("Ctrl-C that comes alone ends a paste whose end is lost") func unended() {
    var decoder = KeyDecoder()
    let pasted = "\u{1B}[200~a\u{3}\u{1B}[".utf8.compactMap { decoder.take($0) }
    #expect(pasted == [.text("a"), .text("\u{3}")])
    #expect(decoder.take(3, isAlone: true) == .control(3))
    #expect(decoder.take(13, isAlone: true) == .control(13))
  }

  @Test("keys that are sequences", arguments: sequencesRows)
  func sequences(bytes: String, key: Key) { #expect(keys(Array((bytes + "z").utf8)) == [key, .text("z")]) }
}
