/// Two lists of lines, as one with marks: ` ` in both, `-` expected only, `+` received only.
enum LineDifference {
  static func between(_ expected: [String], _ received: [String]) -> [(mark: Character, text: String)] {
    let difference = received.difference(from: expected)
    var removed: Set<Int> = [], inserted: Set<Int> = []
    for change in difference {
      switch change {
      case .remove(let offset, _, _): removed.insert(offset)
      case .insert(let offset, _, _): inserted.insert(offset)
      }
    }
    var lines: [(mark: Character, text: String)] = []
    var old = 0, new = 0
    while old < expected.count || new < received.count {
      if old < expected.count, removed.contains(old) {
        lines.append(("-", expected[old]))
        old += 1
      } else if new < received.count, inserted.contains(new) {
        lines.append(("+", received[new]))
        new += 1
      } else {
        lines.append((" ", received[new]))
        old += 1
        new += 1
      }
    }
    return lines
  }
}
