/// How a text writes a character that would mean something else in it, or that it has no place for.
enum Escape: CaseIterable {
  /// `\/`, `\u00e4`: as in JSON and in many languages.
  case backslash
  /// `%C3%A4`: as in addresses and forms.
  case percent
  /// `&lt;`, `&#228;`, `&#xE4;`: as in HTML, of whose names there are those that every page needs.
  case entity

  /// The most bytes of one: two halves of a character in JSON.
  static let longest = 12

  /// What every one begins with.
  var mark: UInt8 {
    switch self {
    case .backslash: UInt8(ascii: "\\")
    case .percent: UInt8(ascii: "%")
    case .entity: UInt8(ascii: "&")
    }
  }

  /// What the beginning of `text` stands for, in UTF-8, and how long that beginning is; nil if it is no escape.
  ///
  /// - Parameter text: begins with the mark.
  func read(_ text: ArraySlice<UInt8>) -> (meaning: [UInt8], length: Int)? {
    switch self {
    case .backslash: Self.backslashed(text)
    case .percent: Self.number(text.dropFirst().prefix(2), digits: 2).map { ([UInt8($0)], 3) }
    case .entity: Self.entity(text)
    }
  }

  private static let letters: [UInt8: UInt8] = [
    UInt8(ascii: "n"): 0x0A, UInt8(ascii: "r"): 0x0D, UInt8(ascii: "t"): 0x09, UInt8(ascii: "b"): 0x08,
    UInt8(ascii: "f"): 0x0C, UInt8(ascii: "/"): 0x2F, UInt8(ascii: "\\"): 0x5C, UInt8(ascii: "\""): 0x22,
    UInt8(ascii: "'"): 0x27,
  ]
  private static let names: [String: Unicode.Scalar] = ["lt": "<", "gt": ">", "amp": "&", "quot": "\"", "apos": "'"]

  private static func backslashed(_ text: ArraySlice<UInt8>) -> (meaning: [UInt8], length: Int)? {
    let rest = text.dropFirst()
    if let letter = rest.first.flatMap({ letters[$0] }) { return ([letter], 2) }
    guard rest.first == UInt8(ascii: "u"), let unit = number(rest.dropFirst().prefix(4), digits: 4) else { return nil }
    if let scalar = Unicode.Scalar(UInt32(unit)) { return (Array(String(scalar).utf8), 6) }
    // Half of a character. The other half follows, or this is nothing.
    let second = rest.dropFirst(5), half = UInt16(unit)
    guard second.starts(with: "\\u".utf8), let other = number(second.dropFirst(2).prefix(4), digits: 4),
      UTF16.isLeadSurrogate(half), UTF16.isTrailSurrogate(UInt16(other))
    else { return nil }
    return (Array(String(decoding: [half, UInt16(other)], as: UTF16.self).utf8), 12)
  }

  private static func entity(_ text: ArraySlice<UInt8>) -> (meaning: [UInt8], length: Int)? {
    guard let end = text.firstIndex(of: UInt8(ascii: ";")) else { return nil }
    let name = String(decoding: text[..<end].dropFirst(), as: UTF8.self).lowercased()
    let code: Int? =
      if name.hasPrefix("#x") {
        number(name.utf8.dropFirst(2))
      } else if name.hasPrefix("#") {
        number(name.utf8.dropFirst(), radix: 10)
      } else {
        names[name].map { Int($0.value) }
      }
    guard let scalar = code.flatMap(UInt32.init(exactly:)).flatMap(Unicode.Scalar.init) else { return nil }
    return (Array(String(scalar).utf8), text.distance(from: text.startIndex, to: end) + 1)
  }

  /// - Parameter digits: how many there must be; nil if that does not matter.
  private static func number(_ text: some Collection<UInt8>, digits: Int? = nil, radix: Int = 16) -> Int? {
    // A sign is no digit, though `Int` reads it.
    guard text.count == digits ?? text.count, text.allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit }) else {
      return nil
    }
    return Int(String(decoding: text, as: UTF8.self), radix: radix)
  }
}
