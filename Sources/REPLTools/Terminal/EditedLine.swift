/// A line that is being edited.
struct EditedLine: Equatable {
  /// The text on both sides of the cursor.
  private(set) var before = "", after = ""
  /// The text that was cut last.
  private var cut = ""

  var text: String { before + after }
  var isEmpty: Bool { before.isEmpty && after.isEmpty }

  /// Begins a line with this text; the cut text can still be inserted.
  mutating func set(_ text: String) { (before, after) = (text, "") }

  mutating func insert(_ text: String) { before += text }

  /// Applies a key to the text; false if the key has no effect on it.
  mutating func press(_ key: Key) -> Bool {
    switch key {
    case .text(let scalar): before.unicodeScalars.append(scalar)
    case .left, .control(2): left()
    case .right, .control(6): right()
    case .wordLeft:
      let word = wordBefore
      for _ in word { left() }
    case .wordRight: for _ in wordAfter { right() }
    case .home, .control(1): (before, after) = ("", text)
    case .end, .control(5): set(text)
    case .control(0x7F), .control(8): backspace()
    case .delete, .control(4): _ = after.popFirst()
    case .control(11): take(before, "", cutting: after)
    case .control(21): take("", after, cutting: before)
    case .control(23), .killWord: take(String(before.dropLast(wordBefore.count)), after, cutting: String(wordBefore))
    case .killWordAhead: take(before, String(after.dropFirst(wordAfter.count)), cutting: String(wordAfter))
    case .control(25): before += cut
    default: return false
    }
    return true
  }

  private mutating func left() { if let last = before.popLast() { after = "\(last)\(after)" } }
  private mutating func right() { if let first = after.popFirst() { before.append(first) } }

  /// Removes a combining mark, or else a character.
  private mutating func backspace() {
    guard let last = before.unicodeScalars.last else { return }
    if last.properties.generalCategory == .nonspacingMark {
      before.unicodeScalars.removeLast()
    } else {
      before.removeLast()
    }
  }

  private mutating func take(_ before: String, _ after: String, cutting cut: String) {
    (self.before, self.after) = (before, after)
    if !cut.isEmpty { self.cut = cut }
  }

  /// The word before the cursor, with the blanks after it.
  private var wordBefore: Substring {
    let end = before.lastIndex { $0 != " " }.map { before[...$0] } ?? ""
    return before[(end.lastIndex(of: " ").map(before.index(after:)) ?? before.startIndex)...]
  }
  private var wordAfter: Substring {
    let start = after.firstIndex { $0 != " " } ?? after.endIndex
    return after[..<(after[start...].firstIndex(of: " ") ?? after.endIndex)]
  }
}

extension String {
  fileprivate mutating func popFirst() -> Character? { isEmpty ? nil : removeFirst() }
}
