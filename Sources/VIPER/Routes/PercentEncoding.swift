/// Text in links, as bytes where it is not a letter, a digit or one of `-._~`.
enum PercentEncoding {
  /// Text whose `%41` are bytes. By hand: Foundation takes a byte order mark away from the front.
  static func decoded(_ text: Substring) throws(RouteError) -> String {
    var bytes: [UInt8] = [], rest = text.utf8[...]
    bytes.reserveCapacity(rest.count)
    while let byte = rest.popFirst() {
      if byte != UInt8(ascii: "%") {
        bytes.append(byte)
      } else if let high = rest.popFirst().flatMap(hexDigit), let low = rest.popFirst().flatMap(hexDigit) {
        bytes.append(high << 4 | low)
      } else {
        throw notEncoded(text)
      }
    }
    guard let decoded = String(validating: bytes, as: UTF8.self) else { throw notEncoded(text) }
    return decoded
  }

  private static func notEncoded(_ text: Substring) -> RouteError {
    .invalid(.link("'\(text.prefix(80))' is not percent-encoded text"))
  }

  private static func hexDigit(_ byte: UInt8) -> UInt8? {
    Character(Unicode.Scalar(byte)).hexDigitValue.map(UInt8.init)
  }

  /// Everything but letters, digits and `-._~` is written as bytes.
  static func encoded(_ text: String) -> String {
    text.utf8.reduce(into: "") { encoded, byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
        UInt8(ascii: "~"):
        encoded.unicodeScalars.append(Unicode.Scalar(byte))
      default:
        encoded += "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
      }
    }
  }
}
