/// The imports at the beginning of a Swift file.
enum SourceImports {
  /// The text with each run of imports sorted by name.
  static func sorted(_ text: String) -> String {
    var lines: [Substring] = [], run: [Substring] = []
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if isImport(line) {
        run.append(line)
      } else {
        lines += run.sorted { name($0) < name($1) } + [line]
        run = []
      }
    }
    return (lines + run).joined(separator: "\n")
  }

  /// The text with one more import; unchanged if the import is already there. Imports inside `#if` do not count, since the
  /// condition may be false.
  static func adding(_ module: String, to text: String) -> String {
    let lines = text.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }
    var depth = 0, imports: [Int] = []
    for (index, line) in lines.enumerated() {
      let content = line.drop { $0 == " " || $0 == "\t" }
      if content.hasPrefix("#if") { depth += 1 }
      if content.hasPrefix("#endif") { depth -= 1 }
      if depth == 0, isImport(line) { imports.append(index) }
    }
    if imports.contains(where: { name(lines[$0]) == module }) { return text }
    let line = "import \(module)", end = text.contains("\r\n") ? "\r\n" : "\n"
    var added = text
    if let next = imports.first(where: { name(lines[$0]) > module }) {
      added.insert(contentsOf: line + end, at: lines[next].startIndex)
    } else if let last = imports.last {
      added.insert(contentsOf: end + line, at: lines[last].endIndex)
    } else {
      added.insert(contentsOf: line + end + end, at: added.startIndex)
    }
    return added
  }

  private static func isImport(_ line: Substring) -> Bool {
    line.hasPrefix("import ") || line.hasPrefix("@testable import ") || line.hasPrefix("@preconcurrency import ")
  }

  private static func name(_ line: Substring) -> String { line.split(separator: " ").last.map(String.init) ?? "" }
}
