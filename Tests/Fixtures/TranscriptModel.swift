/// Rebuilds the visible screen from a session's output, line by line, without knowledge of the app.
package struct TranscriptModel {
  private var path = ""
  private var parts: [[String]] = []
  private var isBusy = false

  package init() {}

  /// The visible lines.
  package var screen: [String] { parts.flatMap { $0 } + (isBusy ? ["…"] : []) }

  /// Reads the output of a command.
  ///
  /// - Parameter next: the screen in the prompt after the output.
  package mutating func read(_ command: String, _ output: [String], next: String) {
    var lines = output.filter {
      $0 != "…" && $0 != "!" && !$0.hasPrefix("! ") && !$0.hasPrefix("!!") && !$0.hasPrefix("~ ")
    }
    isBusy = output.contains("…")
    switch command.split(separator: " ").first {
    case ":screen", ":back": lines.insert("\(next)>", at: 0)
    case ":cancel": lines.removeFirst(min(1, lines.count))
    case ":trace" where command != ":trace": lines.removeAll { $0.hasPrefix("(") }
    case ":trace", ":tree", ":calls", ":graph", ":help", "help":
      lines = lines.firstIndex(of: "\(next)>").map { Array(lines[$0...]) } ?? []
    default: break
    }
    let blocks = lines.split {
      $0.hasPrefix("+") && $0.dropFirst().first?.isNumber == true && $0.last?.isLetter == true
    }
    for (index, block) in blocks.enumerated() {
      if let prompt = block.lastIndex(where: { $0.hasSuffix(">") && !$0.contains(" ") && !$0.hasPrefix("\\") }) {
        path = String(block[prompt].dropLast())
        parts = Self.parts(block[(prompt + 1)...])
      } else if index == blocks.count - 1, next != path {
        path = next
        parts = Self.parts(block)
      } else {
        change(block)
      }
    }
    if next != path { (path, parts) = (next, []) }
  }

  private mutating func change(_ block: ArraySlice<String>) {
    var new: Set<Int> = [], serial = 0
    var old = parts.map { part in
      serial += 1
      return (id: serial, part: part)
    }
    func fresh(_ part: [String]) -> (id: Int, part: [String]) {
      serial += 1
      new.insert(serial)
      return (serial, part)
    }
    var waiting: [(id: Int, part: [String])] = []
    for piece in Self.pieces(block) {
      var gap: Int?, gone: [String] = []
      if let line = piece.gone,
        let index = old.firstIndex(where: { !new.contains($0.id) && Self.gone($0.part) == line })
      {
        gap = index
        gone = old.remove(at: index).part
      }
      for part in piece.parts {
        let alike = old.indices.filter { index in
          !new.contains(old[index].id)
            && (Self.isList(part)
              ? Self.isList(old[index].part) : Self.name(part) != nil && Self.name(part) == Self.name(old[index].part))
        }
        if alike.count == 1, !Self.isList(part) || !Self.isList(gone) {
          old[alike[0]] = fresh(part)
        } else if let place = gap {
          old.insert(fresh(part), at: place)
        } else {
          waiting.append(fresh(part))
        }
        gap = nil
        gone = []
      }
    }
    let isSingle = parts.count == 1
    let texts = old.indices.filter { index in
      let part = old[index].part
      return (index > 0 || isSingle) && !new.contains(old[index].id) && !Self.isList(part) && Self.name(part) == nil
    }
    func isText(_ part: [String]) -> Bool { !Self.isList(part) && Self.name(part) == nil }
    var places = texts.suffix(waiting.count { isText($0.part) })
    var late: [(id: Int, part: [String])] = []
    for part in waiting {
      if isText(part.part), let place = places.popFirst() { old[place] = part } else { late.append(part) }
    }
    for part in late.reversed() { old.insert(part, at: old.firstIndex { $0.id == part.id + 1 } ?? old.count) }
    // Lines below a heading may form a list with it now.
    parts = Self.parts(old.flatMap(\.part)[...])
  }

  /// The removed parts, each with the parts that are printed below it.
  private static func pieces(_ block: ArraySlice<String>) -> [(gone: String?, parts: [[String]])] {
    var pieces: [(gone: String?, lines: [String])] = [(nil, [])]
    for line in block {
      if line.hasPrefix("- ") { pieces.append((line, [])) } else { pieces[pieces.count - 1].lines.append(line) }
    }
    return pieces.map { ($0.gone, parts($0.lines[...])) }
  }

  private static func gone(_ part: [String]) -> String {
    "- " + part[0] + (part.count > 1 ? " (+\(part.count - 1))" : "")
  }

  /// The lines of a screen: each list is a part, and so is each other line.
  private static func parts(_ lines: ArraySlice<String>) -> [[String]] {
    var parts: [[String]] = [], rest = Array(lines)
    while !rest.isEmpty {
      let count = max(1, listLength(rest))
      parts.append(Array(rest.prefix(count)))
      rest.removeFirst(count)
    }
    return parts
  }

  private static func listLength(_ lines: [String]) -> Int {
    var end = 0, rows: [String] = []
    while true {
      let number = rows.count + 1
      if end < lines.count, isRow(lines[end], number) {
        rows.append(lines[end])
        end += 1
      } else if end + 1 < lines.count, isRow(lines[end + 1], number) {
        rows.append(lines[end + 1])
        end += 2
      } else {
        break
      }
    }
    guard let first = rows.first else { return 0 }
    let isUnderHeading = first != lines[0]
    let indent = first.prefix { $0 == " " }.count
    return isUnderHeading && indent != "\(rows.count)".count + 1 ? 0 : end
  }

  private static func isRow(_ line: String, _ number: Int) -> Bool {
    let text = line.drop { $0 == " " }
    return text == "\(number)." || text.hasPrefix("\(number). ")
  }

  private static func isList(_ part: [String]) -> Bool {
    guard let first = part.first else { return false }
    return listLength(part) == part.count || part.count == 1 && first.hasPrefix("(") && first.hasSuffix(")")
  }

  private static func name(_ part: [String]) -> String? {
    guard !isList(part), let colon = part[0].firstIndex(of: ":") else { return nil }
    let name = part[0][..<colon], rest = part[0][colon...].dropFirst()
    let isWord = !name.isEmpty && name.allSatisfy { $0.isLetter || $0.isNumber || $0 == "-" || $0 == "_" }
    return isWord && (rest.isEmpty || rest.first == " ") ? String(name) : nil
  }
}
