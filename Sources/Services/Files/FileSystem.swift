import Foundation

/// The few things a store asks of a disk: so few that a test can be one, full or broken as it likes.
public protocol FileSystem: Sendable {
  /// What is in the file; nil if there is no such file.
  func contents(of file: URL) throws(FileSystemFailure) -> Data?
  /// Makes the folder, and those above it, if they are not there.
  func createFolder(_ folder: URL) throws(FileSystemFailure)
  /// Makes the file, or empties it, and writes `data` into it. It may be incomplete after a failure.
  func write(_ data: Data, to file: URL) throws(FileSystemFailure)
  /// Returns when what was written to the file, or was done in the folder, would outlive a loss of power.
  func synchronize(_ fileOrFolder: URL) throws(FileSystemFailure)
  /// Gives `file` the name `name`, in one step. A file that had this name is gone.
  func rename(_ file: URL, to name: URL) throws(FileSystemFailure)
  /// Removes the file if it is there.
  func remove(_ file: URL) throws(FileSystemFailure)
}

/// What the system said.
public struct FileSystemFailure: Error, Hashable, Sendable {
  /// In the system's words, such as "No space left on device".
  public let reason: String
  /// A failure with the system's words.
  public init(_ reason: String) { self.reason = reason }
}

extension FileSystem {
  /// Puts `data` in the place of the file's content, as a whole or not at all: into a new file beside it, made to last
  /// before it takes the name, and the name made to last before this returns.
  func replace(_ file: URL, with data: Data) throws(FileSystemFailure) {
    let folder = file.deletingLastPathComponent(), draft = file.appendingPathExtension("new")
    try createFolder(folder)
    do {
      try write(data, to: draft)
      try synchronize(draft)
      try rename(draft, to: file)
    } catch {
      try? remove(draft)
      throw error
    }
    try synchronize(folder)
  }
}
