import Foundation

/// Makes all changes or none. It writes a journal first, from which it undoes the changes if a step fails or the run is killed.
package struct FileTransaction {
  /// The journal, with the texts before and after all changes. It exists from before the first change until after the last.
  package static let journalName = ".viper-generate.journal"
  /// The next file, until it is complete and moved to its place.
  static let draftName = ".viper-generate.draft"

  private struct Journal: Codable {
    let changes: [FileChange]
    /// The folders that did not exist.
    let folders: Set<String>
  }

  private let folder: URL
  private let files: any ProjectFiles
  private var journalFile: URL { folder.appending(path: Self.journalName) }
  private var draft: URL { folder.appending(path: Self.draftName) }

  /// - Parameter folder: the package's folder, locked by the caller.
  package init(in folder: URL, _ files: any ProjectFiles) {
    self.folder = folder
    self.files = files
  }

  /// Makes the changes. Returns a note if the user has to remove the journal.
  package func apply(_ changes: [FileChange]) throws(GeneratorFailure) -> String? {
    let changes = changes.filter { $0.before != $0.after }
    for change in changes { try refuseOutside(change.path) }
    if let obstacle = obstacle(to: changes) { throw .refused("nothing was written: \(obstacle)") }
    let above = changes.filter { $0.after != nil }.flatMap { Self.folders(above: $0.path) }
    let journal = Journal(
      changes: changes, folders: Set(above.filter { !files.isFolder(folder.appending(path: $0)) }))
    do throws(GeneratorFailure) {
      try step("write", Self.journalName) {
        try files.write(String(decoding: try JSONEncoder().encode(journal), as: UTF8.self), to: draft)
        try files.move(draft, to: journalFile)
      }
      for change in changes { try make(change) }
    } catch {
      try takeBack(journal, after: error)
      throw .refused("nothing was written: \(error.message)")
    }
    do { try files.remove(journalFile) } catch {
      return "\(journalFile.path) is no longer needed, but cannot be removed: \(SystemReason.text(error)). Remove it"
    }
    return nil
  }

  /// Undoes the changes of a run that was killed while making them. Returns a note about that; nil if there was no such run.
  package func recover() throws(GeneratorFailure) -> String? {
    guard let text = try step("read", Self.journalName, { try files.text(of: journalFile) }) else {
      if files.exists(draft) { try? files.remove(draft) }
      return nil
    }
    guard let journal = try? JSONDecoder().decode(Journal.self, from: Data(text.utf8)) else {
      throw .refused("\(journalFile.path) was not written by viper-generate; remove it")
    }
    for path in journal.changes.map(\.path) + journal.folders.sorted() { try refuseOutside(path) }
    let isComplete = journal.changes.allSatisfy { self.text(of: $0.path) != .some($0.before) }
    if isComplete {
      try step("remove", Self.journalName) { try files.remove(journalFile) }
      return nil
    }
    let changed = try undo(journal)
    return "the last run ended while writing, so its changes were undone"
      + (changed.isEmpty ? "" : ", except in files that changed since: \(changed.joined(separator: ", "))")
  }

  /// Refuses a path that leads out of the package, by itself or by a link.
  package func refuseOutside(_ path: String) throws(GeneratorFailure) {
    let package = try step("find", folder.path) { try files.target(of: folder) }
    let target = try step("find", path) { try files.target(of: folder.appending(path: path)) }
    guard !PackagePath.isBelow(package.path == "/" ? "" : package.path, target.path) else { return }
    throw .usage("\(path) leads out of the package, to \(target.path); choose a place inside of the package")
  }

  /// A description of a folder in the place of a file, or of a file in the place of a folder; nil if there is none.
  private func obstacle(to changes: [FileChange]) -> String? {
    let removed = Set(changes.filter { $0.after == nil }.map(\.path))
    for change in changes where change.after != nil {
      guard !files.isFolder(folder.appending(path: change.path)) else {
        return "\(change.path) is a folder, and would have to be a file. Move it away"
      }
      for path in Self.folders(above: change.path) {
        let above = folder.appending(path: path)
        guard !files.exists(above) || files.isFolder(above) || removed.contains(path) else {
          return "\(path) is a file, and would have to be a folder for \(change.path). "
            + "Move it away, or choose another place"
        }
      }
    }
    return nil
  }

  /// The folders of a path, the innermost first.
  private static func folders(above path: String) -> [String] {
    var folders: [String] = [], path = path
    while let slash = path.lastIndex(of: "/") {
      path = String(path[..<slash])
      folders.append(path)
    }
    return folders
  }

  /// Runs one step. Its error names the action, the path and the reason.
  private func step<Result>(
    _ verb: String, _ path: String, _ work: () throws -> Result
  ) throws(GeneratorFailure) -> Result {
    do { return try work() } catch { throw .refused("cannot \(verb) \(path): \(SystemReason.text(error))") }
  }

  private func make(_ change: FileChange) throws(GeneratorFailure) {
    let file = folder.appending(path: change.path)
    // The new text was made from the text before; replacing another one would lose the user's work.
    guard try step("read", change.path, { try files.text(of: file) }) == change.before else {
      throw .refused("\(change.path) was changed meanwhile; try again")
    }
    guard change.after != nil else { return try put(nil, at: change.path, "remove") }
    for above in Self.folders(above: change.path).reversed() where !files.exists(folder.appending(path: above)) {
      try step("make", above) { try files.createFolder(folder.appending(path: above)) }
    }
    try put(change.after, at: change.path, change.before == nil ? "write" : "replace")
  }

  /// Replaces a file's text in one step.
  private func put(_ text: String?, at path: String, _ verb: String) throws(GeneratorFailure) {
    try step(verb, path) {
      let file = folder.appending(path: path)
      guard let text else { return try files.remove(file) }
      try files.write(text, to: draft)
      try files.move(draft, to: files.target(of: file))
    }
  }

  /// Undoes the changes made so far. Returns the paths of files that have changed since, which it leaves alone.
  private func undo(_ journal: Journal) throws(GeneratorFailure) -> [String] {
    var changed: [String] = []
    for change in journal.changes.reversed() {
      let now = text(of: change.path)
      if now == .some(change.after) {
        try put(change.before, at: change.path, change.before == nil ? "remove" : "put back")
      } else if now != .some(change.before) {
        changed.append(change.path)
      }
      for path in Self.folders(above: change.path) where journal.folders.contains(path) {
        let above = folder.appending(path: path)
        if files.isFolder(above) { try step("remove", path) { try files.removeIfEmpty(above) } }
      }
    }
    if files.exists(draft) { try? files.remove(draft) }
    if files.exists(journalFile) { try step("remove", Self.journalName) { try files.remove(journalFile) } }
    return changed.sorted()
  }

  /// The text of a file; an inner nil if there is no file, an outer nil if it cannot be read and so is not the one written.
  private func text(of path: String) -> String?? { try? files.text(of: folder.appending(path: path)) }

  private func takeBack(_ journal: Journal, after failure: GeneratorFailure) throws(GeneratorFailure) {
    do throws(GeneratorFailure) { _ = try undo(journal) } catch {
      throw .refused(
        "\(failure.message), and undoing the changes failed, too: \(error.message). "
          + "The next run tries again; the original texts are in \(journalFile.path)")
    }
  }
}
