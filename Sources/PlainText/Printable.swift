/// Makes text safe to print on a terminal.
package enum Printable {
  /// One line, with control characters written out, including those of escape sequences and of text direction.
  package static func line(_ text: String) -> String {
    guard mayHaveControls(text) else { return text }
    return text.unicodeScalars.reduce(into: "") { line, scalar in
      switch scalar {
      case "\n": line += "\\n"
      case "\t": line += "\\t"
      case _ where isControl(scalar): line += written(scalar)
      default: line.unicodeScalars.append(scalar)
      }
    }
  }

  /// Several lines: newlines and tabs stay, other control characters are written out.
  package static func lines(_ text: String) -> String {
    text.map { ["\n", "\r\n", "\t"].contains($0) ? String($0) : line(String($0)) }.joined()
  }

  /// A text as a message quotes it: its first 80 characters.
  package static func quote(_ text: some StringProtocol) -> String {
    let start = text.prefix(80)
    return line(String(start)) + (start.endIndex == text.endIndex ? "" : "…")
  }

  /// A text as a reader sees it: all blanks are alike, and those at the end and characters without a width are invisible.
  static func appearance(_ text: String) -> String {
    var scalars = String.UnicodeScalarView()
    for scalar in text.unicodeScalars where !scalar.properties.isDefaultIgnorableCodePoint {
      scalars.append(isBlank(scalar) ? " " : scalar)
    }
    while scalars.last == " " { scalars.removeLast() }
    return String(scalars)
  }

  /// A text with its invisible characters written out: unusual blanks, blanks at the end, characters without a width.
  static func legible(_ text: String) -> String {
    let end = text.unicodeScalars.reversed().prefix { $0 == " " }.count
    return text.unicodeScalars.dropLast(end).reduce(into: "") { line, scalar in
      let isInvisible = isBlank(scalar) && scalar != " " || scalar.properties.isDefaultIgnorableCodePoint
      if isInvisible { line += written(scalar) } else { line.unicodeScalars.append(scalar) }
    } + String(repeating: written(" "), count: end)
  }

  /// Whether a scalar is a blank that `line` does not write out.
  private static func isBlank(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.isWhitespace && !isControl(scalar)
  }

  private static func written(_ scalar: Unicode.Scalar) -> String {
    "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
  }

  /// Whether a scalar has the general category Cc or the property Bidi_Control, which changes the shown order of a text.
  private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x20, 0x7F...0x9F, 0x061C, 0x200E...0x200F, 0x202A...0x202E, 0x2066...0x2069: true
    default: false
    }
  }

  /// Whether a text may have control characters. It compares bytes, because lines may be long: each control character is or begins
  /// with one of these.
  private static func mayHaveControls(_ text: String) -> Bool {
    func isOne(_ byte: UInt8) -> Bool { byte < 0x20 || byte == 0x7F || byte == 0xC2 || byte == 0xD8 || byte == 0xE2 }
    return text.utf8.withContiguousStorageIfAvailable { $0.contains(where: isOne) } ?? text.utf8.contains(where: isOne)
  }
}
