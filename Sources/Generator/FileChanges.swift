import Foundation
import PlainText

/// Changes of a package's files. Git undoes them: a file with changes that git does not have is not written over.
struct FileChanges {
  private let project: Project
  /// The changes, sorted by path; without a text after it, a file is removed.
  private var all: [(path: String, before: String?, after: String?)] = []

  /// - Parameter texts: the new texts by path.
  init(_ texts: [String: String], removing removed: [String] = [], in project: Project) throws(GeneratorFailure) {
    self.project = project
    for path in Set(texts.keys).union(removed).sorted() {
      all.append((path, try Project.text(of: project.folder.appending(path: path)), texts[path]))
    }
  }

  var rows: [String] { all.map { "\($0.path) (\(Self.verb($0.before, $0.after)))" } }
  /// The paths of files that do not stay as they are.
  var replaced: [String] { real.filter { $0.before != nil }.map(\.path) }
  private var real: [(path: String, before: String?, after: String?)] { all.filter { $0.before != $0.after } }

  private static func verb(_ before: String?, _ after: String?) -> String {
    before == after ? "unchanged" : before == nil ? "new" : after == nil ? "removed" : "changed"
  }

  /// Makes the changes, and returns lines about them for the user.
  func write() throws(GeneratorFailure) -> [String] {
    let disk = FileManager.default, root = project.folder
    if real.isEmpty { return ["nothing to write: all files are up to date"] }
    // Git has a link, and not what a change behind it would replace.
    func isLink(_ path: String) -> Bool { (try? disk.destinationOfSymbolicLink(atPath: "\(root.path)/\(path)")) != nil }
    for path in real.map(\.path) {
      let places = sequence(first: path) { $0.contains("/") ? ($0 as NSString).deletingLastPathComponent : nil }
      if let link = places.first(where: isLink) {
        throw .refused("\(path) would be written through the link \(link). Name the folder that it leads to")
      }
    }
    for path in replaced {
      let words = ["git", "status", "--porcelain", "--untracked-files=all", "--ignored", "--", path]
      let status = try project.environment.output(of: words, in: root)
      guard let changes = status.text else {
        throw .refused("\(path) would be replaced, and git does not have its text: \(status.reason). Commit it first")
      }
      guard changes.isEmpty else {
        throw .refused("\(path) would be replaced, and has changes that git does not have. Commit or stash them")
      }
    }
    for (path, _, after) in real {
      let file = root.appending(path: path)
      do {
        try disk.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        if let after { try Data(after.utf8).write(to: file) } else { try disk.removeItem(at: file) }
      } catch {
        throw .refused("\(path) cannot be written: \(ErrorText.of(error)). Others may be written: see git status")
      }
    }
    let words = Dictionary(grouping: real) { Self.verb($0.before, $0.after) }.sorted { $0.key < $1.key }
    let files = real.filter { $0.after != nil && $0.path.hasSuffix(".swift") }.map(\.path)
    return try ["written: \(words.map { "\($1.count) \($0)" }.joined(separator: ", "))"] + format(files)
  }

  /// Formats Swift files, if the project has rules for that.
  private func format(_ files: [String]) throws(GeneratorFailure) -> [String] {
    let rules = project.folder.appending(path: ".swift-format").path
    guard FileManager.default.fileExists(atPath: rules), !files.isEmpty else { return [] }
    let words = ["swift", "format", "--in-place", "--parallel"] + files
    let answer = try project.environment.output(of: words, in: project.folder)
    return answer.text == nil ? ["warning: the files are not formatted: \(answer.reason)"] : []
  }
}
