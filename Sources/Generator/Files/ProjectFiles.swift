import Foundation

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#endif

/// The disk operations of the generator: few enough for a test to replace the disk with one that fails.
package protocol ProjectFiles {
  /// The text of a file; nil if there is no such file.
  func text(of file: URL) throws -> String?
  /// The files in a folder and its subfolders, as paths relative to it, sorted by name; empty if there is no such folder. Leaves
  /// out names that begin with a dot, and links to files outside of the folder.
  func files(in folder: URL) -> [String]
  /// Whether there is a file or a folder at this path.
  func exists(_ url: URL) -> Bool
  /// Whether there is a folder at this path.
  func isFolder(_ url: URL) -> Bool
  /// The path with all links resolved, even if it does not exist.
  func target(of url: URL) throws -> URL
  /// Locks a folder for this process until the lock is released or the process ends; nil if another process holds the lock.
  ///
  /// - Parameter waits: whether to wait for that process instead of returning nil.
  func lock(_ folder: URL, waits: Bool) throws -> AnyObject?
  /// Creates a folder in an existing one.
  func createFolder(_ folder: URL) throws
  /// Writes a new file that survives a loss of power. Replaces a file or a link of this name.
  func write(_ text: String, to file: URL) throws
  /// Renames a file in one step. Replaces a file of the new name.
  func move(_ file: URL, to name: URL) throws
  /// Removes a file, or a folder with its contents.
  func remove(_ url: URL) throws
  /// Removes a folder if it is empty.
  func removeIfEmpty(_ folder: URL) throws
}

/// The machine's disk.
package struct DiskFiles: ProjectFiles {
  package init() {}

  package func text(of file: URL) throws -> String? {
    isFolder(file) || !exists(file) ? nil : try String(contentsOf: file, encoding: .utf8)
  }

  package func files(in folder: URL) -> [String] {
    // The folder itself may be a link.
    let folder = folder.resolvingSymlinksInPath()
    let paths = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? []
    return paths.filter { path in
      let file = folder.appending(path: path)
      return !path.split(separator: "/").contains { $0.hasPrefix(".") } && !isFolder(file)
        && !isLink(file, outOf: folder)
    }.sorted()
  }

  private func isLink(_ file: URL, outOf folder: URL) -> Bool {
    guard (try? FileManager.default.destinationOfSymbolicLink(atPath: file.path)) != nil else { return false }
    return !file.resolvingSymlinksInPath().path.hasPrefix(folder.path + "/")
  }

  package func exists(_ url: URL) -> Bool { FileManager.default.fileExists(atPath: url.path) }

  package func isFolder(_ url: URL) -> Bool {
    var isFolder: ObjCBool = false
    return FileManager.default.fileExists(atPath: url.path, isDirectory: &isFolder) && isFolder.boolValue
  }

  package func target(of url: URL) throws -> URL {
    var parts = Array(url.path.split(separator: "/").reversed()), path = "", links = 0
    while let part = parts.popLast() {
      if part == "." { continue }
      if part == ".." {
        path = String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)])
        continue
      }
      guard let target = try? FileManager.default.destinationOfSymbolicLink(atPath: "\(path)/\(part)") else {
        path += "/\(part)"
        continue
      }
      links += 1
      // The system's own limit.
      guard links <= 40 else { throw POSIXError(.ELOOP) }
      if target.hasPrefix("/") { path = "" }
      parts += target.split(separator: "/").reversed()
    }
    return URL(fileURLWithPath: path.isEmpty ? "/" : path)
  }

  package func lock(_ folder: URL, waits: Bool) throws -> AnyObject? {
    let descriptor = open(folder.path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { throw Self.lastError }
    let lock = FolderLock(descriptor)
    while flock(descriptor, waits ? LOCK_EX : LOCK_EX | LOCK_NB) != 0 {
      if errno == EWOULDBLOCK { return nil }
      guard errno == EINTR else { throw Self.lastError }
    }
    return lock
  }

  package func createFolder(_ folder: URL) throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
  }

  package func write(_ text: String, to file: URL) throws {
    if unlink(file.path) != 0, errno != ENOENT { throw Self.lastError }
    try Data(text.utf8).write(to: file, options: .withoutOverwriting)
    try Self.synchronize(file, O_WRONLY)
  }

  package func move(_ file: URL, to name: URL) throws {
    guard rename(file.path, name.path) == 0 else { throw Self.lastError }
    try Self.synchronize(name.deletingLastPathComponent(), O_RDONLY)
  }

  package func remove(_ url: URL) throws { try FileManager.default.removeItem(at: url) }

  package func removeIfEmpty(_ folder: URL) throws {
    guard rmdir(folder.path) != 0, errno != ENOTEMPTY, errno != EEXIST, errno != ENOENT else { return }
    throw Self.lastError
  }

  private static func synchronize(_ fileOrFolder: URL, _ mode: CInt) throws {
    let descriptor = open(fileOrFolder.path, mode | O_CLOEXEC)
    guard descriptor >= 0 else { throw lastError }
    defer { close(descriptor) }
    #if canImport(Darwin)
      // `fsync` does not flush the drive's own cache here. It is the fallback where F_FULLFSYNC is not supported.
      if fcntl(descriptor, F_FULLFSYNC) == 0 { return }
    #endif
    guard fsync(descriptor) == 0 else { throw lastError }
  }

  private static var lastError: any Error { POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
}

/// A lock of a folder, or an attempt to get it.
private final class FolderLock {
  private let descriptor: CInt

  init(_ descriptor: CInt) { self.descriptor = descriptor }

  deinit {
    // Closing is not enough: a child process that is just starting also has the descriptor until it executes its program.
    flock(descriptor, LOCK_UN)
    close(descriptor)
  }
}
