import Foundation
import PlainText

/// Writes a route's name in a prompt, so that a flow can read it back.
enum PromptName {
  /// The name, with reserved and invisible characters percent-encoded as in a link: `my%20list`.
  static func written(_ route: String) -> String {
    if route.utf8.allSatisfy(isLetter) || !route.unicodeScalars.contains(where: isReserved) { return route }
    return route.unicodeScalars.map { scalar in
      let text = String(scalar)
      return isReserved(scalar) ? text.addingPercentEncoding(withAllowedCharacters: CharacterSet()) ?? text : text
    }.joined()
  }

  /// Whether a byte is an ASCII letter, of which most names consist.
  private static func isLetter(_ byte: UInt8) -> Bool {
    UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20
  }

  private static func isReserved(_ scalar: Unicode.Scalar) -> Bool {
    "/#<>=%;?\\\u{FEFF}".unicodeScalars.contains(scalar) || scalar.properties.isWhitespace
      || Printable.line(String(scalar)) != String(scalar)
  }
}
