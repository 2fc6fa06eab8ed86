import Foundation

/// The elements of a list in a JSON object, as they are written there: what has not changed need not be encoded again.
struct JSONElements {
  private let bytes: [UInt8]
  private var position = 0

  /// The elements of the list with that key at the top; nil if there is no such list. `data` is known to be valid.
  static func of(_ key: String, in data: Data) -> [[UInt8]]? {
    var elements = JSONElements(bytes: Array(data))
    return elements.list(key)
  }

  private init(bytes: [UInt8]) { self.bytes = bytes }

  private var next: UInt8? { position < bytes.count ? bytes[position] : nil }

  private mutating func list(_ key: String) -> [[UInt8]]? {
    guard take("{") else { return nil }
    while next == UInt8(ascii: "\"") {
      let name = value()
      guard take(":") else { return nil }
      if name.elementsEqual(Data("\"\(key)\"".utf8)) { return elements() }
      _ = value()
      guard take(",") else { return nil }
    }
    return nil
  }

  private mutating func elements() -> [[UInt8]]? {
    guard take("[") else { return nil }
    var elements: [[UInt8]] = []
    while let byte = next, byte != UInt8(ascii: "]") {
      elements.append(Array(value()))
      guard take(",") else { break }
    }
    return take("]") ? elements : nil
  }

  /// Goes over the character and the space on both sides of it.
  private mutating func take(_ character: Unicode.Scalar) -> Bool {
    skipSpace()
    guard next == UInt8(ascii: character) else { return false }
    position += 1
    skipSpace()
    return true
  }

  private mutating func skipSpace() {
    while let byte = next, [0x20, 0x0A, 0x0D, 0x09].contains(byte) { position += 1 }
  }

  /// Goes over a value, and the space behind it.
  private mutating func value() -> ArraySlice<UInt8> {
    let start = position
    var depth = 0
    loop: while let byte = next {
      switch byte {
      case UInt8(ascii: "\""): skipText()
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        depth += 1
        position += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        if depth == 0 { break loop }
        depth -= 1
        position += 1
      case UInt8(ascii: ","), UInt8(ascii: ":"), 0x20, 0x0A, 0x0D, 0x09:
        if depth == 0 { break loop }
        position += 1
      default: position += 1
      }
      if depth == 0, byte == UInt8(ascii: "}") || byte == UInt8(ascii: "]") || byte == UInt8(ascii: "\"") { break }
    }
    let value = bytes[start..<position]
    skipSpace()
    return value
  }

  private mutating func skipText() {
    position += 1
    while let byte = next, byte != UInt8(ascii: "\"") { position += byte == UInt8(ascii: "\\") ? 2 : 1 }
    position = min(position + 1, bytes.count)
  }
}
