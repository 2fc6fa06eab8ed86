import PlainText

/// The change of one file.
package struct FileChange: Codable, Equatable, Sendable {
  /// The path, relative to the package's folder.
  package let path: String
  /// The file's text before the change; nil if there is no such file.
  package let before: String?
  /// The file's text after the change; nil if it is removed.
  package let after: String?

  package init(_ path: String, before: String?, after: String?) {
    self.path = path
    self.before = before
    self.after = after
  }

  /// The change in one word.
  package var verb: String {
    switch (before, after) {
    case (nil, _): "new"
    case (_, nil): "removed"
    default: before == after ? "unchanged" : "changed"
    }
  }

  /// The change as a unified diff, which `git apply` and `patch -p1` read; empty if nothing changes.
  package var diff: String {
    guard before != after else { return "" }
    let lines = LineDifference.between(Self.lines(before), Self.lines(after))
    let header = "--- \(before == nil ? "/dev/null" : "a/\(path)")\n+++ \(after == nil ? "/dev/null" : "b/\(path)")\n"
    return header + Self.hunks(lines).map { Self.text($0, of: lines) }.joined()
  }

  private static func lines(_ text: String?) -> [String] {
    guard let text, !text.isEmpty else { return [] }
    // By bytes, since a line break of Windows is one character, whose first byte belongs to the line.
    var lines = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map {
      String($0) ?? ""
    }
    if text.utf8.last == UInt8(ascii: "\n") {
      lines.removeLast()
    } else {
      // The mark of diffs for a missing last line break, so that they can be applied.
      lines[lines.count - 1] += "\n\\ No newline at end of file"
    }
    return lines
  }

  /// The ranges of changed lines, with three unchanged lines around each.
  private static func hunks(_ lines: [LineDifference.Line]) -> [Range<Int>] {
    var hunks: [Range<Int>] = []
    for (index, line) in lines.enumerated() where line.mark != " " {
      let range = max(index - 3, 0)..<min(index + 4, lines.count)
      if let last = hunks.last, last.upperBound >= range.lowerBound {
        hunks[hunks.count - 1] = last.lowerBound..<range.upperBound
      } else {
        hunks.append(range)
      }
    }
    return hunks
  }

  private static func text(_ hunk: Range<Int>, of lines: [LineDifference.Line]) -> String {
    func position(_ mark: Character) -> String {
      let start = lines[..<hunk.lowerBound].count { $0.mark != mark }
      let count = lines[hunk].count { $0.mark != mark }
      return "\(count == 0 ? start : start + 1),\(count)"
    }
    return "@@ -\(position("+")) +\(position("-")) @@\n" + lines[hunk].map { "\($0.mark)\($0.text)\n" }.joined()
  }
}
