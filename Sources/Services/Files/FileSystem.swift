import Foundation
import Signals

/// The few things a store asks of a disk: so few that a test can be one, full or broken as it likes.
public protocol FileSystem: Sendable {
  /// What is in the file; nil if there is no such file.
  func contents(of file: URL) throws(FileSystemFailure) -> Data?
  /// What tells one content of the file from another without reading it; nil if there is no such file.
  func version(of file: URL) throws(FileSystemFailure) -> FileVersion?
  /// The file that is meant: where a symbolic link of this name leads, whether there is a file or not; else the file itself.
  func target(of file: URL) throws(FileSystemFailure) -> URL
  /// Makes the folder, and those above it, if they are not there; what it made outlives a loss of power.
  func createFolder(_ folder: URL) throws(FileSystemFailure)
  /// Makes a new file with `data` in it. A file or a link that had this name is gone. It may be incomplete after a failure.
  func write(_ data: Data, to file: URL) throws(FileSystemFailure)
  /// Returns when what was written to the file, or was done in the folder, would outlive a loss of power.
  func synchronize(_ fileOrFolder: URL) throws(FileSystemFailure)
  /// Gives what is in `file` the name `name` as well, and leaves it there when `file` is replaced. A file that had this
  /// name is gone.
  func keep(_ file: URL, as name: URL) throws(FileSystemFailure)
  /// Gives `file` the name `name`, in one step. A file that had this name is gone.
  func rename(_ file: URL, to name: URL) throws(FileSystemFailure)
  /// Removes the file if it is there.
  func remove(_ file: URL) throws(FileSystemFailure)
  /// Takes the lock that the file stands for, and makes the file if it is not there; nil if somebody else holds it. The lock
  /// is held until it is disposed, or its process ends in whatever way.
  func lock(_ file: URL) throws(FileSystemFailure) -> Disposable?
}

extension FileSystem {
  /// The file itself, on a disk that has no links.
  public func target(of file: URL) throws(FileSystemFailure) -> URL { file }

  /// Puts `data` in the place of the file's content, as a whole or not at all: into a new file beside it, made to last
  /// before it takes the name, and the name made to last before this returns.
  ///
  /// - Parameters:
  ///   - draft: the new file. Unless it is given its name is always the same: two must not put the same file at the same time,
  ///     and what a killed process has left behind is swept away by the next one.
  ///   - keep: what is done before the new file takes the name.
  package func put(
    _ data: Data, at file: URL, by draft: URL? = nil, keeping keep: () throws(FileSystemFailure) -> Void = {}
  ) throws(FileSystemFailure) {
    let draft = draft ?? file.appendingPathExtension("new")
    do {
      try write(data, to: draft)
      try synchronize(draft)
      try keep()
      try rename(draft, to: file)
    } catch {
      try? remove(draft)
      throw error
    }
    try synchronize(file.deletingLastPathComponent())
  }

  /// Puts `data` in the place of the file's content. What was there before is kept as `previous`.
  func replace(_ file: URL, with data: Data, keeping previous: URL) throws(FileSystemFailure) {
    try put(data, at: file) { () throws(FileSystemFailure) in
      if try version(of: file) != nil { try self.keep(file, as: previous) }
    }
  }

  /// Keeps a copy of a file that cannot be used beside it, so that whatever is tried to mend it, the original is there.
  /// Gives the copy, which may be one made before; nil if none can be made, which must not hide why it was to be made.
  func preserve(_ file: URL) -> URL? {
    guard let data = try? contents(of: file) else { return nil }
    for number in 1...9 {
      let copy = file.appendingPathExtension(number == 1 ? "damaged" : "damaged-\(number)")
      do throws(FileSystemFailure) {
        let kept = try contents(of: copy)
        if kept == nil { try put(data, at: copy) }
        if kept ?? data == data { return copy }
      } catch {
        return nil
      }
    }
    return nil
  }
}
