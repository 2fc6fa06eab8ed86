public import Foundation
public import Signals

/// A disk in memory, for tests and scripted sessions. It stores files by path and has no folders.
public final class MemoryFileSystem: FileSystem {
  private struct State: Sendable {
    var files: [String: (data: Data, version: Int64)] = [:]
    var locked: Set<String> = []
    var writes: Int64 = 0

    mutating func put(_ data: Data, at path: String) {
      writes += 1
      files[path] = (data, writes)
    }
  }
  private let state = Protected(State())

  /// A disk with these files, keyed by path.
  public init(_ files: [String: Data] = [:]) {
    for (path, data) in files { state.withLock { $0.put(data, at: path) } }
  }

  /// The content of the file; nil if it does not exist.
  public func contents(of file: URL) -> Data? { state.withLock { $0.files[file.path]?.data } }
  /// The number of the file's last write; nil if it does not exist.
  public func version(of file: URL) -> FileVersion? {
    state.withLock { $0.files[file.path].map { FileVersion($0.version) } }
  }
  /// Does nothing: files need no folders here.
  public func createFolder(_ folder: URL) {}
  /// Creates the file, or replaces its content.
  public func write(_ data: Data, to file: URL) { state.withLock { $0.put(data, at: file.path) } }
  /// Does nothing: memory is lost with the process anyway.
  public func synchronize(_ fileOrFolder: URL) {}
  /// Renames `file` to `name`; fails if `file` does not exist.
  public func rename(_ file: URL, to name: URL) throws(FileSystemFailure) {
    try state.withLock { state throws(FileSystemFailure) in
      guard let (data, _) = state.files.removeValue(forKey: file.path) else {
        throw FileSystemFailure("No such file or directory")
      }
      state.put(data, at: name.path)
    }
  }
  /// Removes the file if it exists.
  public func remove(_ file: URL) { state.withLock { $0.files[file.path] = nil } }
  /// Takes the lock of this path; nil if it is already held. It creates no file.
  public func lock(_ file: URL) -> Disposable? {
    guard state.withLock({ $0.locked.insert(file.path).inserted }) else { return nil }
    return Disposable { [state] in state.withLock { _ = $0.locked.remove(file.path) } }
  }
}
