/// Pairs of texts, as a table that people can read.
enum SummaryTable {
  /// A line for each, and one more for each further line of its second text; the second texts are under one another.
  static func rows(_ pairs: [(String, String)]) -> [String] {
    let width = pairs.map(\.0.count).max() ?? 0
    return pairs.flatMap { name, text in
      text.split(separator: "\n", omittingEmptySubsequences: false).enumerated().map { index, line in
        let name = index == 0 ? name : ""
        return "  \(name)\(String(repeating: " ", count: width - name.count))  \(line)"
      }
    }
  }
}
