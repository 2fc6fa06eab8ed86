/// A part of a screen, recognised by its lines: a list with its headings, or a single other line.
struct ScreenPart: Equatable {
  enum Kind: Equatable {
    /// `name: value`; the name is one word of letters, digits, `-` and `_`.
    case named(String)
    /// Rows numbered from 1, and the headings above and between them; or a line in brackets, such as `(nothing here)`.
    case list
    case text
  }
  let kind: Kind
  let lines: [String]

  static func parts(of lines: [String]) -> [ScreenPart] {
    var parts: [ScreenPart] = []
    var index = 0
    while index < lines.count {
      if let end = endOfList(in: lines, from: index) {
        parts.append(ScreenPart(kind: .list, lines: Array(lines[index..<end])))
        index = end
      } else {
        parts.append(ScreenPart(kind: kind(of: lines[index]), lines: [lines[index]]))
        index += 1
      }
    }
    return parts
  }

  /// The end of the list that begins at a line, with a heading or a row; nil if no list begins there.
  private static func endOfList(in lines: [String], from start: Int) -> Int? {
    func isRow(_ index: Int, _ number: Int) -> Bool {
      index < lines.count && row(lines[index])?.number == number
    }
    let first = isRow(start, 1) ? start : start + 1
    guard isRow(first, 1) else { return nil }
    var end = first + 1, count = 1
    // A heading may be above a row.
    while let next = (end...end + 1).first(where: { isRow($0, count + 1) }) {
      (end, count) = (next + 1, count + 1)
    }
    // Numbers are aligned; rows under a heading are indented by two more columns.
    let aligned = "\(count)".utf8.count - 1
    return first == start || row(lines[first])?.indent == aligned + 2 ? end : nil
  }

  /// The number of a row, and the blanks in front of it: `  12. text`.
  private static func row(_ line: String) -> (indent: Int, number: Int)? {
    var rest = line.utf8[...]
    let blanks = rest.prefix { $0 == UInt8(ascii: " ") }
    rest = rest[blanks.endIndex...]
    let digits = rest.prefix { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
    rest = rest[digits.endIndex...]
    guard 1...9 ~= digits.count, rest.popFirst() == UInt8(ascii: "."),
      rest.isEmpty || rest.first == UInt8(ascii: " "), let number = Int(Substring(digits))
    else { return nil }
    return (blanks.count, number)
  }

  /// The kind of a line that is not a row.
  private static func kind(of line: String) -> Kind {
    if line.hasPrefix("("), line.hasSuffix(")") { return .list }
    return name(of: line).map(Kind.named) ?? .text
  }

  /// The word before the first colon of a line; nil if there is no such word.
  private static func name(of line: String) -> String? {
    guard let colon = line.utf8.firstIndex(of: UInt8(ascii: ":")), colon > line.startIndex else { return nil }
    let name = line[..<colon], next = line.utf8[colon...].dropFirst().first
    guard next == nil || next == UInt8(ascii: " ") else { return nil }
    return name.allSatisfy { $0.isLetter || $0.isNumber || $0 == "-" || $0 == "_" } ? String(name) : nil
  }
}
