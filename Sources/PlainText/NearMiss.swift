/// Suggestions for a misspelled or abbreviated name.
package enum NearMiss {
  /// The candidate with the fewest changes from `name`, if they are at most a third of its length (at least one); the first of
  /// equals. If there is none, the candidate that `name` abbreviates, with two letters or more.
  package static func nearest(to name: String, in candidates: some Sequence<String>) -> String? {
    let length = name.count, limit = max(1, length / 3), candidates = Array(candidates)
    let alike = candidates.filter { abs($0.count - length) <= limit }
    let close = alike.map { (name: $0, distance: distance(name.lowercased(), $0.lowercased())) }
    return close.filter { $0.distance <= limit }.min { $0.distance < $1.distance }?.name
      ?? completed(name, in: candidates)
  }

  /// The advice in an error: the nearest name, or else all names after `verb`.
  package static func help(for name: String, in names: [String], otherwise verb: String) -> String {
    nearest(to: name, in: names).map { "did you mean '\($0)'?" }
      ?? "\(verb) " + names.map { "'\($0)'" }.joined(separator: ", ")
  }

  /// The candidate that `name` abbreviates: `open` for `op` among `open` and `open-all`; nil if `opt` is a candidate as well.
  private static func completed(_ name: String, in candidates: [String]) -> String? {
    let start = name.lowercased(), longer = candidates.filter { $0.lowercased().hasPrefix(start) }
    guard start.count > 1, let shortest = longer.min(by: { $0.count < $1.count }) else { return nil }
    return longer.allSatisfy { $0.hasPrefix(shortest) } ? shortest : nil
  }

  /// The number of insertions, deletions, replacements and swaps of neighbours that turn one text into the other (optimal string
  /// alignment). Takes time proportional to the product of the lengths.
  package static func distance(_ first: String, _ second: String) -> Int {
    let a = Array(first), b = Array(second)
    guard !a.isEmpty, !b.isEmpty else { return max(a.count, b.count) }
    var before: [Int] = [], above = Array(0...b.count)
    for i in 1...a.count {
      var row = [i]
      for j in 1...b.count {
        var best = min(above[j] + 1, row[j - 1] + 1, above[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1))
        if i > 1, j > 1, a[i - 1] == b[j - 2], a[i - 2] == b[j - 1] { best = min(best, before[j - 2] + 1) }
        row.append(best)
      }
      (before, above) = (above, row)
    }
    return above[b.count]
  }
}
