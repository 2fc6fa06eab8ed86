import Foundation

/// Makes all changes or none: everything is written beside the package's files first, and only then moved into its place;
/// when a move fails, those before it are taken back.
package struct FileTransaction {
  /// Where new files wait, and replaced ones are kept until all is done.
  static let stagingName = ".viper-generate.tmp"

  /// What says which file each of those that are kept was.
  static let listName = "files.txt"

  private typealias Undo = () throws(GeneratorFailure) -> Void

  private let folder: URL
  private let files: any ProjectFiles
  private var staging: URL { folder.appending(path: Self.stagingName) }

  /// - Parameter folder: the package's.
  package init(in folder: URL, _ files: any ProjectFiles) {
    self.folder = folder
    self.files = files
  }

  /// Makes the changes; gives what is left to be done by hand, if there is something.
  package func apply(_ changes: [FileChange]) throws(GeneratorFailure) -> String? {
    let changes = changes.filter { $0.before != $0.after }
    guard !files.exists(staging) else {
      throw .refused(
        "\(staging.path) is there: another run is under way, or one was killed. If none is, look for files of yours in it "
          + "(its \(Self.listName) says which is which), remove it and try again")
    }
    if let obstacle = obstacle(to: changes) { throw .refused("nothing was written: \(obstacle)") }
    do throws(GeneratorFailure) { try stage(changes) } catch {
      try? files.remove(staging)
      throw .refused("nothing was written: \(error.message)")
    }
    var undo: [Undo] = []
    do throws(GeneratorFailure) {
      for (number, change) in changes.enumerated() { try make(change, number, &undo) }
    } catch {
      try takeBack(undo, after: error)
      throw .refused("nothing was written: \(error.message)")
    }
    do { try files.remove(staging) } catch {
      return "\(staging.path) is not needed any more, and cannot be removed: \(SystemReason.text(error)). Remove it"
    }
    return nil
  }

  /// What is where a file, or a folder for it, has to be; nil if nothing is.
  private func obstacle(to changes: [FileChange]) -> String? {
    let removed = Set(changes.filter { $0.after == nil }.map(\.path))
    for change in changes where change.after != nil {
      guard !files.isFolder(folder.appending(path: change.path)) else {
        return "\(change.path) is a folder, and would have to be a file. Move it away"
      }
      var path = change.path
      while let slash = path.lastIndex(of: "/") {
        path = String(path[..<slash])
        let above = folder.appending(path: path)
        guard !files.exists(above) || files.isFolder(above) || removed.contains(path) else {
          return "\(path) is a file, and would have to be a folder for \(change.path). "
            + "Move it away, or choose another place"
        }
      }
    }
    return nil
  }

  private func stage(_ changes: [FileChange]) throws(GeneratorFailure) {
    try step("make", Self.stagingName) { try files.createFolder(staging) }
    let list = changes.enumerated().filter { $1.before != nil }.map { "\($0).old \($1.path)\n" }
    try step("write", "\(Self.stagingName)/\(Self.listName)") {
      try files.write(list.joined(), to: staging.appending(path: Self.listName))
    }
    for (number, change) in changes.enumerated() {
      guard let text = change.after else { continue }
      try step("write", change.path) { try files.write(text, to: staging.appending(path: "\(number).new")) }
    }
  }

  /// A step whose failure says what could not be done, with what, and why.
  private func step<Result>(
    _ verb: String, _ path: String, _ work: () throws -> Result
  ) throws(GeneratorFailure) -> Result {
    do { return try work() } catch { throw .refused("cannot \(verb) \(path): \(SystemReason.text(error))") }
  }

  /// The step that takes another one back.
  private func undoing(_ verb: String, _ path: String, _ work: @escaping () throws -> Void) -> Undo {
    { () throws(GeneratorFailure) in try step(verb, path, work) }
  }

  private func make(
    _ change: FileChange, _ number: Int, _ undo: inout [Undo]
  ) throws(GeneratorFailure) {
    let file = folder.appending(path: change.path), old = staging.appending(path: "\(number).old")
    let new = staging.appending(path: "\(number).new")
    // What was made of another text would undo somebody's work.
    guard try step("read", change.path, { try files.text(of: file) }) == change.before else {
      throw .refused("\(change.path) was changed meanwhile; try again")
    }
    if change.before != nil {
      try step(change.after == nil ? "remove" : "replace", change.path) { try files.move(file, to: old) }
      undo.append(undoing("put back", change.path) { try files.move(old, to: file) })
    }
    guard change.after != nil else { return }
    try createFolders(above: change.path, &undo)
    try step("write", change.path) { try files.move(new, to: file) }
    undo.append(undoing("remove", change.path) { try files.move(file, to: new) })
  }

  private func createFolders(
    above path: String, _ undo: inout [Undo]
  ) throws(GeneratorFailure) {
    guard let slash = path.lastIndex(of: "/") else { return }
    let path = String(path[..<slash]), above = folder.appending(path: path)
    guard !files.exists(above) else { return }
    try createFolders(above: path, &undo)
    try step("make", path) { try files.createFolder(above) }
    undo.append(undoing("remove", path) { try files.remove(above) })
  }

  private func takeBack(_ undo: [Undo], after failure: GeneratorFailure) throws(GeneratorFailure) {
    do throws(GeneratorFailure) {
      for step in undo.reversed() { try step() }
    } catch {
      throw .refused(
        "\(failure.message), and then taking back what was done failed: \(error.message). "
          + "The files as they were are in \(staging.path); its \(Self.listName) says which is which")
    }
    try? files.remove(staging)
  }
}
