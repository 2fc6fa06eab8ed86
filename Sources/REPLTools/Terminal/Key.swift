/// A key that is pressed while a line is being edited.
enum Key: Equatable {
  case text(Unicode.Scalar)
  /// A letter with Ctrl, by its number: Ctrl-A is 1. Also Enter, Tab and Backspace.
  case control(UInt8)
  case up, down, left, right, home, end, delete, wordLeft, wordRight, killWord, killWordAhead
  /// A key without a meaning here.
  case other
}

/// Decodes keys from the bytes that a terminal sends.
struct KeyDecoder {
  /// The bytes of an incomplete key.
  private var pending: [UInt8] = []
  /// Whether the bytes are pasted, so that all of them are text: a pasted newline or tab is no key.
  private var isPasted = false

  /// The key that a byte completes; nil if more bytes have to follow.
  ///
  /// - Parameter isAlone: whether no byte came with it. Such a Ctrl-C was typed: it ends a paste whose end is lost.
  mutating func take(_ byte: UInt8, isAlone: Bool = false) -> Key? {
    if isAlone, isPasted, byte == 3 { (isPasted, pending) = (false, []) }
    pending.append(byte)
    switch pending[0] {
    case 0x1B: return escape()
    case 0x80...: return scalar()
    default:
      pending = []
      // Terminals paste a newline as a return.
      if isPasted { return .text(byte == 13 ? "\n" : Unicode.Scalar(byte)) }
      return byte < 0x20 || byte == 0x7F ? .control(byte) : .text(Unicode.Scalar(byte))
    }
  }

  private mutating func scalar() -> Key? {
    let count = pending[0] >= 0xF0 ? 4 : pending[0] >= 0xE0 ? 3 : 2
    if pending.count > 1, let last = pending.last, last & 0xC0 != 0x80 {
      // The text before this byte was cut off.
      pending = []
      return take(last)
    }
    guard pending.count == count || pending[0] < 0xC0 else { return nil }
    defer { pending = [] }
    return .text(String(decoding: pending, as: UTF8.self).unicodeScalars.first ?? "\u{FFFD}")
  }

  private mutating func escape() -> Key? {
    guard pending.count > 1, let last = pending.last else { return nil }
    let isSequence = pending[1] == UInt8(ascii: "[") || pending[1] == UInt8(ascii: "O")
    guard isSequence else {
      // Two escapes count as one.
      pending = last == 0x1B ? [last] : []
      return last == 0x1B || isPasted ? nil : Self.meta[last] ?? .other
    }
    guard pending.count > 2, 0x40...0x7E ~= last || pending.count > 30 else { return nil }
    defer { pending = [] }
    let sequence = String(decoding: pending.dropFirst(2), as: UTF8.self)
    if ["200~", "201~"].contains(sequence) { isPasted = sequence == "200~" }
    return isPasted || sequence == "201~" ? nil : Self.sequences[sequence] ?? .other
  }

  private static let meta: [UInt8: Key] = [
    UInt8(ascii: "b"): .wordLeft, UInt8(ascii: "f"): .wordRight, UInt8(ascii: "d"): .killWordAhead, 0x7F: .killWord,
    0x08: .killWord,
  ]
  private static let sequences: [String: Key] = [
    "A": .up, "B": .down, "C": .right, "D": .left, "H": .home, "F": .end, "1~": .home, "7~": .home, "4~": .end,
    "8~": .end, "3~": .delete, "1;5C": .wordRight, "1;5D": .wordLeft, "1;3C": .wordRight, "1;3D": .wordLeft,
  ]
}
