/// How bytes of a text become characters that mean nothing else in a URL or a form.
enum PercentEncoding {
  /// A part of a query or one segment of a path: everything but letters, digits and `-._~`.
  static func component(_ text: String) -> String { encode(text, keeping: "-._~") }

  /// A path: what separates segments stays, and so does what a path may hold.
  static func path(_ text: String) -> String { encode(text, keeping: "-._~/!$&'()*+,;=:@") }

  /// A field of a form (`application/x-www-form-urlencoded`), where a space is a plus sign.
  static func form(_ text: String) -> String { encode(text, keeping: "-._* ").replacing(" ", with: "+") }

  private static func encode(_ text: String, keeping kept: String) -> String {
    let kept = Set(kept.utf8), digits = Array("0123456789ABCDEF".utf8)
    var bytes: [UInt8] = []
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"):
        bytes.append(byte)
      case _ where kept.contains(byte): bytes.append(byte)
      default: bytes += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 0xF)]]
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
