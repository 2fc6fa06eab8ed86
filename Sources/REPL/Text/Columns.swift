/// Measures and aligns text by its columns on a terminal.
package enum Columns {
  /// The columns of a text: two for a wide character, none for a combining one.
  package static func width(of text: some StringProtocol) -> Int {
    let bytes = text.utf8
    return bytes.allSatisfy { 0x20..<0x7F ~= $0 } ? bytes.count : text.reduce(0) { $0 + width(of: $1) }
  }

  /// The columns of a character: those of its first scalar, or two for an emoji variation.
  package static func width(of character: Character) -> Int {
    let scalars = character.unicodeScalars
    guard let first = scalars.first else { return 0 }
    if scalars.dropFirst().contains("\u{FE0F}") { return 2 }
    return width(of: first)
  }

  package static func width(of scalar: Unicode.Scalar) -> Int {
    // The properties of a scalar are looked up in tables.
    if 0x20..<0x7F ~= scalar.value { return 1 }
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format, .control: return scalar == "\u{AD}" ? 1 : 0
    default: break
    }
    if scalar.properties.isEmojiPresentation { return 2 }
    return isWide(scalar.value) ? 2 : 1
  }

  /// The blocks that East Asian Width calls wide or fullwidth.
  private static func isWide(_ value: UInt32) -> Bool {
    switch value {
    case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xA000...0xA4CF,
      0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE10...0xFE19, 0xFE30...0xFE6F, 0xFF00...0xFF60,
      0xFFE0...0xFFE6, 0x17000...0x18CFF, 0x1B000...0x1B2FF, 0x1F200...0x1F320, 0x20000...0x3FFFD:
      return true
    default: return false
    }
  }

  /// Rows of texts as lines. Each text but the last of its row is padded to the width of its column; empty texts at the end of a row
  /// are dropped.
  package static func aligned(_ rows: [[String]]) -> [String] {
    let count = rows.map(\.count).max() ?? 0
    let widths = (0..<max(0, count - 1)).map { column in
      rows.map { column < $0.count ? width(of: $0[column]) : 0 }.max() ?? 0
    }
    return rows.map { row in
      let used = row.count - row.reversed().prefix(while: \.isEmpty).count
      return row.prefix(used).enumerated().map { column, text in
        let isLast = column == used - 1
        return isLast ? text : text + String(repeating: " ", count: widths[column] - width(of: text))
      }.joined(separator: "  ")
    }
  }

  /// A text in at most `limit` columns; a longer text ends in `…`. Takes time in proportion to the limit.
  package static func cut(_ text: some StringProtocol, to limit: Int) -> String {
    // No character has more columns than bytes.
    if text.utf8.count <= limit { return String(text) }
    var columns = 0, end = text.startIndex
    for index in text.indices {
      columns += width(of: text[index])
      if columns > limit { return text[..<end] + "…" }
      if columns < limit { end = text.index(after: index) }
    }
    return String(text)
  }

  /// A text in lines of at most `limit` columns, broken at blanks where possible; all but the first are indented.
  package static func wrap(_ text: String, to limit: Int, indent: String) -> [String] {
    if text.utf8.count <= limit { return [text] }
    var lines: [String] = [], rest = text[...]
    while true {
      let start = lines.isEmpty ? "" : indent
      var columns = start.count, end = rest.startIndex, blank: String.Index?
      while end < rest.endIndex, columns + width(of: rest[end]) <= limit {
        // A line never breaks inside its indentation.
        if rest[end] == " ", rest[..<end].contains(where: { $0 != " " }) { blank = end }
        columns += width(of: rest[end])
        end = rest.index(after: end)
      }
      guard end < rest.endIndex else { return lines + [start + rest] }
      let cut = rest[end] == " " ? end : blank ?? max(end, rest.index(after: rest.startIndex))
      lines.append(start + rest[..<cut])
      rest = rest[cut...].drop { $0 == " " }
      if rest.isEmpty { return lines }
    }
  }
}
