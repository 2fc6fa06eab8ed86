import Foundation
import PlainText
import REPL

/// A folder of found flows, one for each cause.
struct FoundFlows {
  let folder: URL

  /// Writes a flow; returns its path. A file with another text stays, and the flow gets the next free name.
  func write(_ text: String, as base: String) throws -> String {
    var name = "\(base).flow", count = 1
    while isTaken(folder.appendingPathComponent(name), with: text) {
      count += 1
      name = "\(base)-\(count).flow"
    }
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try Data(text.utf8).write(to: folder.appendingPathComponent(name), options: .atomic)
    return "\(folder.relativePath)/\(name)"
  }

  /// Writes the flows that other explorations found, the first of each cause; returns their paths. A flow without a cause is its own.
  func join(_ files: [URL]) throws -> [String] {
    var known: Set<String> = []
    return try files.compactMap { file in
      let text: String
      do { text = try FlowFile.text(of: file) } catch {
        throw UsageError(description: "\(file.relativePath): \(ErrorText.of(error))")
      }
      guard known.insert(Self.cause(in: text) ?? text).inserted else { return nil }
      return try write(text, as: file.deletingPathExtension().lastPathComponent)
    }
  }

  /// The cause of the finding in the text of a flow; nil if that is no finding.
  static func cause(in text: String) -> String? {
    let start = "# \(Finding.causeStart)", line = FlowParser.lines(text).lazy.map(\.text).first { $0.hasPrefix(start) }
    return line.map { String($0.dropFirst(start.count)) }
  }

  /// Whether there is a link, or a file with another text, apart from its origin. The file may be an earlier finding that the user has
  /// edited.
  private func isTaken(_ file: URL, with text: String) -> Bool {
    let kind = FileKind(at: file.path, followsLink: false)
    guard kind == .regular else { return kind != nil }
    func commands(_ text: String) -> String {
      FlowParser.lines(text).filter { !$0.text.hasPrefix("# \(Finding.originStart)") }.map { $0.text + $0.end }.joined()
    }
    return (try? FlowFile.text(of: file)).map { !FlowFile.isSame(commands($0), commands(text)) } ?? true
  }
}
