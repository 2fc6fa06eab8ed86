/// A table of two columns.
enum SummaryTable {
  /// A line for each pair, with a further line for each line break in its second text. The second texts are aligned.
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
