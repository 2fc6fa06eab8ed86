import Foundation

/// Makes all changes or none: everything is written beside the package's files first, and only then moved into its place;
/// when a move fails, those before it are taken back.
package struct FileTransaction {
  /// Where new files wait, and replaced ones are kept until all is done.
  static let stagingName = ".viper-generate.tmp"

  /// What says which file each of those that are kept was.
  static let listName = "files.txt"

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
    do { try stage(changes) } catch {
      try? files.remove(staging)
      throw .refused("nothing was written: \(Self.reason(error))")
    }
    var undo: [() throws -> Void] = []
    do {
      for (number, change) in changes.enumerated() { try make(change, number, &undo) }
    } catch {
      try takeBack(undo, after: error)
      throw .refused("nothing was written: \(Self.reason(error))")
    }
    do { try files.remove(staging) } catch {
      return "\(staging.path) is not needed any more, and cannot be removed: \(Self.reason(error)). Remove it"
    }
    return nil
  }

  private func stage(_ changes: [FileChange]) throws {
    try files.createFolder(staging)
    let list = changes.enumerated().filter { $1.before != nil }.map { "\($0).old \($1.path)\n" }
    try files.write(list.joined(), to: staging.appending(path: Self.listName))
    for (number, change) in changes.enumerated() {
      if let text = change.after { try files.write(text, to: staging.appending(path: "\(number).new")) }
    }
  }

  private func make(_ change: FileChange, _ number: Int, _ undo: inout [() throws -> Void]) throws {
    let file = folder.appending(path: change.path), old = staging.appending(path: "\(number).old")
    let new = staging.appending(path: "\(number).new")
    // What was made of another text would undo somebody's work.
    guard try files.text(of: file) == change.before else {
      throw GeneratorFailure.refused("\(change.path) was changed meanwhile; try again")
    }
    if change.before != nil {
      try files.move(file, to: old)
      undo.append { try files.move(old, to: file) }
    }
    guard change.after != nil else { return }
    try createFolders(above: file, &undo)
    try files.move(new, to: file)
    undo.append { try files.move(file, to: new) }
  }

  private func createFolders(above file: URL, _ undo: inout [() throws -> Void]) throws {
    let above = file.deletingLastPathComponent()
    guard !files.exists(above) else { return }
    try createFolders(above: above, &undo)
    try files.createFolder(above)
    undo.append { try files.remove(above) }
  }

  private func takeBack(_ undo: [() throws -> Void], after error: any Error) throws(GeneratorFailure) {
    do {
      for step in undo.reversed() { try step() }
    } catch let second {
      throw .refused(
        "\(Self.reason(error)), and then taking back what was done failed: \(Self.reason(second)). "
          + "The files as they were are in \(staging.path); its \(Self.listName) says which is which")
    }
    try? files.remove(staging)
  }

  private static func reason(_ error: any Error) -> String {
    (error as? GeneratorFailure)?.message ?? error.localizedDescription
  }
}
