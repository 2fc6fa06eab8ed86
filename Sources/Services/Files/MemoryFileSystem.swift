import Foundation
import Signals

/// A disk in memory, for tests and scripted sessions: files by their path, and nothing else.
public final class MemoryFileSystem: FileSystem {
  private let files: MutableProperty<[String: Data]>

  /// A disk with these files, by path.
  public init(_ files: [String: Data] = [:]) { self.files = MutableProperty(files) }

  /// What is in the file; nil if there is no such file.
  public func contents(of file: URL) -> Data? { files.value[file.path] }
  /// Nothing: a path is enough.
  public func createFolder(_ folder: URL) {}
  /// Makes the file, or replaces what it holds.
  public func write(_ data: Data, to file: URL) { files.modify { $0[file.path] = data } }
  /// Nothing: this disk does not outlive anything.
  public func synchronize(_ fileOrFolder: URL) {}
  /// Gives `file` the name `name`; fails if there is no such file.
  public func rename(_ file: URL, to name: URL) throws(FileSystemFailure) {
    let isThere = files.modify { files in
      guard let data = files.removeValue(forKey: file.path) else { return false }
      files[name.path] = data
      return true
    }
    guard isThere else { throw FileSystemFailure("No such file or directory") }
  }
  /// Removes the file if it is there.
  public func remove(_ file: URL) { files.modify { $0[file.path] = nil } }
}
