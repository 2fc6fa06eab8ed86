import PlainText
import REPL

/// Writes text and numbers for XML, SVG and HTML.
enum Markup {
  /// The text with markup characters escaped. A character that XML cannot contain becomes U+FFFD.
  static func escaped(_ text: some StringProtocol) -> String {
    text.unicodeScalars.reduce(into: "") { result, scalar in
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "\n", "\t": result.unicodeScalars.append(scalar)
      case "\u{0}"..."\u{1F}", "\u{FFFE}", "\u{FFFF}": result += "\u{FFFD}"
      default: result.unicodeScalars.append(scalar)
      }
    }
  }

  /// The text as one escaped line; a longer one than `limit` columns is cut.
  static func line(_ text: String, to limit: Int = .max) -> String {
    escaped(Columns.cut(Printable.line(text), to: limit))
  }

  /// An element with its attributes in this order; each `Double` is a number of pixels.
  ///
  /// - Parameter content: markup; nil if the element has no content.
  static func element(
    _ name: String, _ attributes: KeyValuePairs<String, any CustomStringConvertible>, _ content: String? = nil
  ) -> String {
    let written = attributes.map { " \($0)=\"\(($1 as? Double).map(number) ?? escaped("\($1)"))\"" }.joined()
    return "<\(name)\(written)" + (content.map { ">\($0)</\(name)>" } ?? "/>")
  }

  /// A number of pixels, rounded to at most one decimal digit.
  static func number(_ value: Double) -> String {
    let tenths = Int((value * 10).rounded()), sign = tenths < 0 ? "-" : ""
    return sign + (tenths % 10 == 0 ? "\(abs(tenths) / 10)" : "\(abs(tenths) / 10).\(abs(tenths) % 10)")
  }
}
