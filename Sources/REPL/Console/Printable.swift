import VIPER

/// Text on its way to a terminal.
package enum Printable {
  /// One line: control characters, escape sequences among them, are written out instead of sent.
  package static func line(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: isHarmful) else { return text }
    return text.unicodeScalars.reduce(into: "") { line, scalar in
      switch scalar {
      case "\n": line += "\\n"
      case "\t": line += "\\t"
      case _ where isHarmful(scalar): line += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
      default: line.unicodeScalars.append(scalar)
      }
    }
  }

  /// What a message quotes of a text: one line, and not all of a very long one.
  static func quoted(_ text: some StringProtocol) -> String {
    let start = text.prefix(60)
    return "'\(line(String(start)))\(start.endIndex == text.endIndex ? "" : "…")'"
  }

  /// The name somebody probably meant; for what is longer than any name there is none.
  static func nearest(to name: String, in names: [String]) -> String? {
    name.utf8.count > 200 ? nil : NearMiss.nearest(to: name, in: names)
  }

  /// A line without the blanks at its end: nobody could see them in a file.
  package static func trimmed(_ line: String) -> String {
    var line = line[...]
    while line.last?.isWhitespace == true { line.removeLast() }
    return String(line)
  }

  /// Lines without blanks at their ends, and without blank lines above and below.
  static func trimmed(_ lines: [String]) -> [String] {
    let lines = lines.map { trimmed($0) }
    guard let first = lines.firstIndex(where: { !$0.isEmpty }), let last = lines.lastIndex(where: { !$0.isEmpty })
    else { return [] }
    return Array(lines[first...last])
  }

  private static func isHarmful(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: true
    default: false
    }
  }
}
