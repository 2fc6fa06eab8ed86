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

  /// The runs of elements with the same mark.
  package static func runs<Element, Mark: Equatable>(
    of elements: [Element], by mark: (Element) -> Mark
  ) -> [(mark: Mark, elements: ArraySlice<Element>)] {
    var runs: [(mark: Mark, elements: ArraySlice<Element>)] = [], rest = elements[...]
    while let first = rest.first.map(mark) {
      let run = rest.prefix { mark($0) == first }
      runs.append((first, run))
      rest = rest[run.endIndex...]
    }
    return runs
  }

  /// What is shown of a run. If it has more than `whole` elements, a note counts those between its beginning and its last five.
  package static func folded<Element, Shown>(
    _ run: ArraySlice<Element>, whole: Int, beginning: Int, show: (Element) -> [Shown], note: (Int) -> Shown
  ) -> [Shown] {
    if run.count <= whole { return run.flatMap(show) }
    let end = run.suffix(5), count = run.count - beginning - end.count
    return run.prefix(beginning).flatMap(show) + [note(count)] + end.flatMap(show)
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
    var rest = expected.map { (" ", $0) as Line }[...], inserted: Set<Int> = []
    for change in received.difference(from: expected) {
      switch change {
      case .remove(let offset, _, _): rest[offset].mark = "-"
      case .insert(let offset, _, _): inserted.insert(offset)
      }
    }
    var lines: [Line] = []
    for (offset, text) in received.enumerated() {
      let removed = rest.prefix { $0.mark == "-" }, isNew = inserted.contains(offset)
      lines += removed
      lines.append((isNew ? "+" : " ", text))
      rest = rest.dropFirst(removed.count + (isNew ? 0 : 1))
    }
    return lines + rest
  }
}
