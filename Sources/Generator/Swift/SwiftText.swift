/// The text of a Swift file, with its code separated from comments and strings. Positions are byte offsets.
struct SwiftText {
  let bytes: [UInt8]
  /// The code: the text with spaces in place of comments and of the contents of strings. It is as long as the text.
  let code: [UInt8]

  init(_ text: String) {
    bytes = Array(text.utf8)
    var reader = Reader(bytes: bytes)
    reader.readCode(until: nil)
    code = reader.code
  }

  func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

  /// The positions where `text` begins in code.
  func positions(of text: String, in range: Range<Int>? = nil) -> [Int] {
    let pattern = Array(text.utf8), range = range ?? 0..<code.count
    guard range.count >= pattern.count else { return [] }
    return (range.lowerBound...(range.upperBound - pattern.count)).filter { start in
      code[start] == pattern[0] && code[start..<(start + pattern.count)].elementsEqual(pattern)
    }
  }

  /// The name that begins at this position; empty if there is none.
  func name(at start: Int) -> String {
    var end = start
    while end < code.count, Self.isPartOfName(code[end]) { end += 1 }
    return text(start..<end)
  }

  /// All names in the code, including keywords and numbers.
  var names: Set<String> {
    Set(code.split { !Self.isPartOfName($0) }.map { String(decoding: $0, as: UTF8.self) })
  }

  /// Whether a name ends just before the position.
  func hasName(before position: Int) -> Bool { position > 0 && Self.isPartOfName(code[position - 1]) }

  /// The position after spaces and ends of lines.
  func afterSpace(_ start: Int) -> Int {
    var end = start
    while end < code.count, Self.isSpace(code[end]) { end += 1 }
    return end
  }

  /// The range inside the brackets that open at a position; nil if they never close.
  func inside(_ open: Int) -> Range<Int>? {
    var depth = 0
    for position in open..<code.count {
      if Self.opening.contains(code[position]) { depth += 1 }
      if Self.closing.contains(code[position]) { depth -= 1 }
      if depth == 0 { return (open + 1)..<position }
    }
    return nil
  }

  /// The parts of a range between its top-level commas, without the spaces around them.
  func parts(of range: Range<Int>) -> [Range<Int>] {
    var parts: [Range<Int>] = [], start = range.lowerBound, depth = 0
    for position in range {
      if Self.opening.contains(code[position]) { depth += 1 }
      if Self.closing.contains(code[position]) { depth -= 1 }
      if depth == 0, code[position] == UInt8(ascii: ",") {
        parts.append(start..<position)
        start = position + 1
      }
    }
    parts.append(start..<range.upperBound)
    return parts.map(trimmed).filter { !$0.isEmpty }
  }

  /// The values of arguments by label; the first argument without a label has an empty one.
  func arguments(in range: Range<Int>) -> [String: Range<Int>] {
    var arguments: [String: Range<Int>] = [:]
    for part in parts(of: range) {
      let label = name(at: part.lowerBound), colon = afterSpace(part.lowerBound + label.utf8.count)
      let isLabelled = !label.isEmpty && colon < part.upperBound && code[colon] == UInt8(ascii: ":")
      let value = isLabelled ? trimmed((colon + 1)..<part.upperBound) : part
      arguments[isLabelled ? label : ""] = arguments[isLabelled ? label : ""] ?? value
    }
    return arguments
  }

  /// The text between the first quotes in a range; nil if there is none.
  func string(in range: Range<Int>) -> String? {
    guard let open = code[range].firstIndex(of: Self.quote),
      let close = code[(open + 1)..<range.upperBound].firstIndex(of: Self.quote)
    else { return nil }
    return text((open + 1)..<close)
  }

  private func trimmed(_ range: Range<Int>) -> Range<Int> {
    // A comment is space in the code, and belongs to neither part.
    let start = min(afterSpace(range.lowerBound), range.upperBound)
    var end = range.upperBound
    while end > start, Self.isSpace(code[end - 1]) { end -= 1 }
    return start..<end
  }

  fileprivate static let quote = UInt8(ascii: "\"")
  private static let opening = Set("([{".utf8), closing = Set(")]}".utf8)
  private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x0A || byte == 0x09 || byte == 0x0D }
  static func isPartOfName(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "_") || byte >= 0x80 || (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte)
      || (0x61...0x7A).contains(byte)
  }
}

/// Reads a text once and blanks comments and the contents of strings.
private struct Reader {
  let bytes: [UInt8]
  var code: [UInt8]
  var position = 0

  init(bytes: [UInt8]) {
    self.bytes = bytes
    code = bytes
  }

  private func starts(_ text: StaticString) -> Bool {
    text.withUTF8Buffer { bytes[position...].starts(with: $0) }
  }

  private mutating func blank(_ count: Int) {
    for _ in 0..<count where position < bytes.count {
      if bytes[position] != 0x0A { code[position] = 0x20 }
      position += 1
    }
  }

  /// Reads to the closing bracket of the current nesting, or to the end.
  mutating func readCode(until close: UInt8?) {
    var depth = 0
    while position < bytes.count {
      if starts("//") {
        while position < bytes.count, bytes[position] != 0x0A { blank(1) }
      } else if starts("/*") {
        readComment()
      } else if starts("#\"") || starts("##\"") || bytes[position] == SwiftText.quote {
        readString()
      } else {
        if bytes[position] == UInt8(ascii: "(") { depth += 1 }
        if bytes[position] == UInt8(ascii: ")") {
          depth -= 1
          if depth < 0, close != nil { return }
        }
        position += 1
      }
    }
  }

  private mutating func readComment() {
    var depth = 0
    repeat {
      if starts("/*") { depth += 1 } else if starts("*/") { depth -= 1 }
      let isMark = starts("/*") || starts("*/")
      blank(isMark ? 2 : 1)
    } while depth > 0 && position < bytes.count
  }

  /// Reads a string: keeps its first and last quote, and blanks its contents.
  private mutating func readString() {
    var hashes = 0
    while bytes[position] == UInt8(ascii: "#") {
      hashes += 1
      blank(1)
    }
    let isLong = starts("\"\"\""), marks = Array(repeating: UInt8(ascii: "#"), count: hashes)
    let end = Array(repeating: SwiftText.quote, count: isLong ? 3 : 1) + marks
    let escape = [UInt8(ascii: "\\")] + marks
    position += 1
    blank(isLong ? 2 : 0)
    while position < bytes.count {
      if bytes[position...].starts(with: end) {
        blank(isLong ? 2 : 0)
        position += 1
        return blank(hashes)
      }
      if !isLong, bytes[position] == 0x0A { return }
      guard bytes[position...].starts(with: escape) else {
        blank(1)
        continue
      }
      blank(escape.count)
      guard position < bytes.count, bytes[position] == UInt8(ascii: "(") else {
        blank(1)
        continue
      }
      let start = position
      position += 1
      readCode(until: UInt8(ascii: ")"))
      for inside in start..<min(position + 1, bytes.count) where bytes[inside] != 0x0A { code[inside] = 0x20 }
      position += 1
    }
  }
}
