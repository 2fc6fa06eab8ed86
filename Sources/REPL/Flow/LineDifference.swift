/// Two lists of lines, as one.
package enum LineDifference: Equatable, Sendable {
  /// In both.
  case same(String)
  /// Expected, and not there.
  case missing(String)
  /// There, and not expected.
  case extra(String)

  /// How many lines may differ before the search for the shortest difference gives way to a plain one.
  private static let searched = 1000

  /// What turns the expected lines into the received ones, missing ones before extra ones. The shortest, unless very many
  /// lines differ: finding that takes time in proportion to lines × differences.
  package static func between(_ expected: [String], _ received: [String]) -> [LineDifference] {
    let head = zip(expected, received).prefix { $0 == $1 }.count
    let tail = zip(expected.dropFirst(head).reversed(), received.dropFirst(head).reversed()).prefix { $0 == $1 }.count
    let old = Array(expected.dropFirst(head).dropLast(tail)), new = Array(received.dropFirst(head).dropLast(tail))
    let middle =
      max(old.count, new.count) > searched
      ? old.map { .missing($0) } + new.map { .extra($0) } : shortest(old, new)
    return expected.prefix(head).map { .same($0) } + middle + expected.suffix(tail).map { .same($0) }
  }

  private static func shortest(_ old: [String], _ new: [String]) -> [LineDifference] {
    var missing: Set<Int> = [], extra: Set<Int> = []
    for change in new.difference(from: old) {
      switch change {
      case .remove(let offset, _, _): missing.insert(offset)
      case .insert(let offset, _, _): extra.insert(offset)
      }
    }
    var lines: [LineDifference] = []
    var from = 0, to = 0
    while from < old.count || to < new.count {
      if from < old.count, missing.contains(from) {
        lines.append(.missing(old[from]))
        from += 1
      } else if to < new.count, extra.contains(to) {
        lines.append(.extra(new[to]))
        to += 1
      } else {
        lines.append(.same(new[to]))
        (from, to) = (from + 1, to + 1)
      }
    }
    return lines
  }
}
