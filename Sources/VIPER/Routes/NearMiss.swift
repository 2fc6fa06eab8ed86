/// The name somebody probably meant.
package enum NearMiss {
  /// The candidate with the fewest changes from `name`, if those are few for its length; the first of equals. Where there is
  /// none, the one that `name` begins with two letters or more, if all others that it begins are longer forms of that one.
  package static func nearest(to name: String, in candidates: some Sequence<String>) -> String? {
    let length = name.count, limit = max(1, length / 3), candidates = Array(candidates)
    let alike = candidates.filter { abs($0.count - length) <= limit }
    let close = alike.map { (name: $0, distance: distance(name.lowercased(), $0.lowercased())) }
    return close.filter { $0.distance <= limit }.min { $0.distance < $1.distance }?.name
      ?? completed(name, in: candidates)
  }

  /// What to do instead of `name`: the nearest, or else one of all of them.
  static func help(for name: String, in names: [String], otherwise verb: String) -> String {
    nearest(to: name, in: names).map { "did you mean '\($0)'?" }
      ?? "\(verb) " + names.map { "'\($0)'" }.joined(separator: ", ")
  }

  /// What `name` is short for: `open` for `op` where there is `open` and `open-all`, and nothing where there is `opt`, too.
  private static func completed(_ name: String, in candidates: [String]) -> String? {
    let start = name.lowercased(), longer = candidates.filter { $0.lowercased().hasPrefix(start) }
    guard start.count > 1, let shortest = longer.min(by: { $0.count < $1.count }) else { return nil }
    return longer.allSatisfy { $0.hasPrefix(shortest) } ? shortest : nil
  }

  /// How many insertions, deletions, replacements and swaps of neighbours turn one into the other (optimal string
  /// alignment).
  static func distance(_ first: String, _ second: String) -> Int {
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
