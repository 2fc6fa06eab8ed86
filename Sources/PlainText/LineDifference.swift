/// Merges two lists of lines with marks: ` ` for a line of both, `-` for an expected and `+` for a received line.
package enum LineDifference {
  package typealias Line = (mark: Character, text: String)

  /// Lines that differ and look the same have their invisible characters written out.
  package static func between(_ expected: [String], _ received: [String]) -> [Line] {
    let start = zip(expected, received).prefix { $0 == $1 }.count
    let rest = min(expected.count, received.count) - start
    let end = zip(expected.reversed(), received.reversed()).prefix(rest).prefix { $0 == $1 }.count
    return received[..<start].map { (" ", $0) }
      + legible(
        middle(Array(expected[start..<(expected.count - end)]), Array(received[start..<(received.count - end)])))
      + received[(received.count - end)...].map { (" ", $0) }
  }

  /// What is shown of elements. Runs of the same mark that are longer than `limit` keep their beginning and their last five elements;
  /// a note counts the others.
  ///
  /// - Parameter limit: the longest whole run of a mark, and the number of elements at the beginning of a longer one; nil for no limit.
  package static func folded<Element, Mark: Equatable, Shown>(
    _ elements: [Element], by mark: (Element) -> Mark, limit: (Mark) -> (whole: Int, beginning: Int)?,
    show: (Element) -> [Shown], note: (Mark, _ count: Int) -> Shown
  ) -> [Shown] {
    let end = 5
    var shown: [Shown] = [], rest = elements[...]
    while let first = rest.first.map(mark) {
      let run = rest.prefix { mark($0) == first }
      rest = rest[run.endIndex...]
      if let (whole, beginning) = limit(first), run.count > whole {
        shown += run.prefix(beginning).flatMap(show)
        shown.append(note(first, run.count - beginning - end))
        shown += run.suffix(end).flatMap(show)
      } else {
        shown += run.flatMap(show)
      }
    }
    return shown
  }

  private static func legible(_ lines: [Line]) -> [Line] {
    func appearances(_ mark: Character) -> Set<String> {
      Set(lines.filter { $0.mark == mark }.map { Printable.appearance($0.text) })
    }
    let alike = appearances("-").intersection(appearances("+"))
    return lines.map { line in
      line.mark != " " && alike.contains(Printable.appearance(line.text))
        ? (line.mark, Printable.legible(line.text)) : line
    }
  }

  private static func middle(_ expected: [String], _ received: [String]) -> [Line] {
    // The smallest difference takes quadratic time, so longer texts are marked as replaced.
    guard expected.count + received.count <= 2000 else {
      return expected.map { ("-", $0) } + received.map { ("+", $0) }
    }
    var removed: Set<Int> = [], inserted: Set<Int> = []
    for change in received.difference(from: expected) {
      switch change {
      case .remove(let offset, _, _): removed.insert(offset)
      case .insert(let offset, _, _): inserted.insert(offset)
      }
    }
    var lines: [Line] = [], old = 0, new = 0
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
