import Foundation

/// Removes secrets from texts for people, never from values that the program uses.
struct Redaction {
  /// Replaces a secret.
  static let mark = "•••"

  /// The longest come first.
  private let secrets: [[UInt8]]

  init(_ secrets: [String]) {
    self.secrets = Set(secrets.map { Array($0.utf8) }).filter { !$0.isEmpty }.sorted { $0.count > $1.count }
  }

  func applied(to text: String) -> String { String(decoding: applied(to: Data(text.utf8)), as: UTF8.self) }

  /// The same for bytes that need not be text.
  func applied(to data: Data) -> Data {
    secrets.isEmpty ? data : Data(secrets.reduce(Array(data)) { bytes, secret in Self.replacing(secret, in: bytes) })
  }

  private static func replacing(_ secret: [UInt8], in bytes: [UInt8]) -> [UInt8] {
    let starts = Set(secret.prefix(1) + "%\\+".utf8)
    var shown: [UInt8] = [], index = 0
    while index < bytes.count {
      // A short secret such as `a` would hide half of any text, so it must be a whole word.
      if starts.contains(bytes[index]),
        let end = Encoding.all.compactMap({ $0.end(of: secret, in: bytes, at: index) }).max(),
        end - index >= 4 || !isWord(bytes, at: index - 1) && !isWord(bytes, at: end)
      {
        shown += mark.utf8
        index = end
      } else {
        shown.append(bytes[index])
        index += 1
      }
    }
    return shown
  }

  /// Whether the byte at `index` belongs to a word.
  private static func isWord(_ bytes: [UInt8], at index: Int) -> Bool {
    guard bytes.indices.contains(index) else { return false }
    let character = Unicode.Scalar(bytes[index])
    return !character.isASCII || character.properties.isAlphabetic || character.properties.numericType != nil
  }
}

/// A way to write a secret in a text. It decodes while it compares, because programs escape different characters.
private struct Encoding {
  /// Whether `%C3` stands for a byte, and `+` for a space.
  let hasPercents: Bool
  /// Whether `\n`, `\/` and `\u00e9` stand for characters, as in JSON.
  let hasEscapes: Bool

  /// Plain, as in URLs and forms, as in JSON, and as in a URL inside of JSON. In a plain text, `%` and `\` stand for themselves.
  static let all = [(false, false), (true, false), (false, true), (true, true)].map(Self.init)

  /// The index after the secret that begins at `start`; nil if another text begins there. Complexity: O(secret.count).
  func end(of secret: [UInt8], in bytes: [UInt8], at start: Int) -> Int? {
    var index = start, rest = secret[...]
    while let next = rest.first {
      guard index < bytes.count else { return nil }
      if hasEscapes, bytes[index] == UInt8(ascii: "\\"), let (character, end) = Self.escaped(in: bytes, at: index) {
        guard let utf8 = UTF8.encode(character), rest.starts(with: utf8) || isSpace(character, next) else { return nil }
        rest = rest.dropFirst(utf8.count)
        index = end
      } else if hasPercents, bytes[index] == UInt8(ascii: "%"), let byte = Self.hexadecimal(bytes, index + 1, digits: 2)
      {
        guard byte == next else { return nil }
        rest.removeFirst()
        index += 3
      } else {
        guard bytes[index] == next || isSpace(Unicode.Scalar(bytes[index]), next) else { return nil }
        rest.removeFirst()
        index += 1
      }
    }
    return index
  }

  private func isSpace(_ character: Unicode.Scalar, _ byte: UInt8) -> Bool {
    hasPercents && character == "+" && byte == UInt8(ascii: " ")
  }

  /// The character of the escape at `index`, and the index after it; nil if it is not an escape of JSON.
  private static func escaped(in bytes: [UInt8], at index: Int) -> (Unicode.Scalar, end: Int)? {
    guard index + 1 < bytes.count else { return nil }
    switch Unicode.Scalar(bytes[index + 1]) {
    case "n": return ("\n", index + 2)
    case "r": return ("\r", index + 2)
    case "t": return ("\t", index + 2)
    case "b": return ("\u{8}", index + 2)
    case "f": return ("\u{C}", index + 2)
    case "u":
      guard let first = hexadecimal(bytes, index + 2, digits: 4) else { return nil }
      if let character = Unicode.Scalar(first) { return (character, index + 6) }
      // A character beyond U+FFFF is two escapes.
      guard bytes[(index + 6)...].starts(with: "\\u".utf8), let second = hexadecimal(bytes, index + 8, digits: 4)
      else { return nil }
      let pair = [first, second].map { UInt16($0) }
      guard let character = String(validating: pair, as: UTF16.self)?.unicodeScalars.first else { return nil }
      return (character, index + 12)
    case let character where "\"\\/'".unicodeScalars.contains(character): return (character, index + 2)
    default: return nil
    }
  }

  /// The number of that many hexadecimal digits at `index`; nil if there are others.
  private static func hexadecimal(_ bytes: [UInt8], _ index: Int, digits: Int) -> UInt32? {
    guard index + digits <= bytes.count else { return nil }
    var number: UInt32 = 0
    for byte in bytes[index..<index + digits] {
      guard let digit = Character(Unicode.Scalar(byte)).hexDigitValue else { return nil }
      number = number * 16 + UInt32(digit)
    }
    return number
  }
}
