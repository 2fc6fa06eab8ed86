public import Foundation
public import Signals

/// The operations that a store needs of a disk. They are few, so that a test can implement a full or a broken disk.
public protocol FileSystem: Sendable {
  /// The content of the file; nil if it does not exist.
  func contents(of file: URL) throws(FileSystemFailure) -> Data?
  /// A value that changes with the file's content, found without reading the file; nil if it does not exist.
  func version(of file: URL) throws(FileSystemFailure) -> FileVersion?
  /// The target of the symbolic link at this path, which need not exist; the file itself if there is no link.
  func target(of file: URL) throws(FileSystemFailure) -> URL
  /// Creates the folder and its parents if they do not exist. New folders survive a power failure.
  func createFolder(_ folder: URL) throws(FileSystemFailure)
  /// Creates a new file with `data`. It replaces a file or link of this name. After a failure it may be incomplete.
  func write(_ data: Data, to file: URL) throws(FileSystemFailure)
  /// Returns when all writes to the file, or changes in the folder, would survive a power failure.
  func synchronize(_ fileOrFolder: URL) throws(FileSystemFailure)
  /// Renames `file` to `name`, atomically. It replaces a file of this name.
  func rename(_ file: URL, to name: URL) throws(FileSystemFailure)
  /// Removes the file if it exists.
  func remove(_ file: URL) throws(FileSystemFailure)
  /// Gives `copy` the owner, the group and the permissions of `file`, as far as the user may; does nothing if `file` does not
  /// exist. The default does nothing, for a disk without users.
  func copyAccess(of file: URL, to copy: URL) throws(FileSystemFailure)
  /// Takes the lock that the file represents, and creates the file if it does not exist; nil if the lock is already held. Disposing
  /// the result releases the lock, and so does the end of the process.
  func lock(_ file: URL) throws(FileSystemFailure) -> Disposable?
}

extension FileSystem {
  /// Does nothing, for a disk without users.
  public func copyAccess(of file: URL, to copy: URL) throws(FileSystemFailure) {}

  /// The file itself, for a disk without links.
  public func target(of file: URL) throws(FileSystemFailure) -> URL { file }

  /// Replaces the file's content by `data`, atomically and durably. It writes a draft beside the file, synchronizes it, renames it
  /// and synchronizes the folder. The file keeps its owner and its permissions.
  ///
  /// - Parameter draft: the draft. Its default name is always the same, so two callers must not replace the same file at the same
  ///   time; the next call replaces the draft of a killed process.
  package func put(_ data: Data, at file: URL, by draft: URL? = nil) throws(FileSystemFailure) {
    let draft = draft ?? file.appendingPathExtension("new")
    do {
      try write(data, to: draft)
      try copyAccess(of: file, to: draft)
      try synchronize(draft)
      try rename(draft, to: file)
    } catch {
      try? remove(draft)
      throw error
    }
    try synchronize(file.deletingLastPathComponent())
  }
}
