/// Text on its way into XML, SVG or HTML.
enum Markup {
  /// The text without markup. A character that XML cannot write becomes U+FFFD.
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

  /// A number of pixels: one digit after the point, if there is one.
  static func number(_ value: Double) -> String {
    let tenths = Int((value * 10).rounded()), sign = tenths < 0 ? "-" : ""
    return sign + (tenths % 10 == 0 ? "\(abs(tenths) / 10)" : "\(abs(tenths) / 10).\(abs(tenths) % 10)")
  }
}
