import Foundation
import PlainText

/// Writes a route's name in a prompt, so that a flow can read it back.
enum PromptName {
  /// The name, with reserved and invisible characters percent-encoded as in a link: `my%20list`.
  static func written(_ route: String) -> String {
    guard route.unicodeScalars.contains(where: isReserved) else { return route }
    return route.unicodeScalars.map { scalar in
      let text = String(scalar)
      return isReserved(scalar) ? text.addingPercentEncoding(withAllowedCharacters: CharacterSet()) ?? text : text
    }.joined()
  }

  private static func isReserved(_ scalar: Unicode.Scalar) -> Bool {
    // Most names consist of these, and properties are looked up in tables.
    if "a"..."z" ~= scalar || "A"..."Z" ~= scalar { return false }
    return "/#<>=%;?\\\u{FEFF}".unicodeScalars.contains(scalar) || scalar.properties.isWhitespace
      || Printable.line(String(scalar)) != String(scalar)
  }
}
