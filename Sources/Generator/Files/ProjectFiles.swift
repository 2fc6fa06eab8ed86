import Foundation

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The few things the generator asks of a disk: so few that a test can be one that fails.
package protocol ProjectFiles {
  /// What is in the file; nil if there is no such file.
  func text(of file: URL) throws -> String?
  /// The files in a folder, all the way down, as paths from it on and in the order of their names; none if there is no such
  /// folder. What begins with a dot is left out, and so are links to files outside of the folder.
  func files(in folder: URL) -> [String]
  /// Whether there is a file or a folder.
  func exists(_ url: URL) -> Bool
  /// Whether there is a folder.
  func isFolder(_ url: URL) -> Bool
  /// The path without links: where they lead, whether there is something or not.
  func target(of url: URL) throws -> URL
  /// Locks a folder for this process, until the lock is released or the process ends; nil if another process has it.
  ///
  /// - Parameter waits: waits for that process instead of giving nil.
  func lock(_ folder: URL, waits: Bool) throws -> AnyObject?
  /// Makes the folder, in one that is there.
  func createFolder(_ folder: URL) throws
  /// Makes a file that outlives a loss of power; a file or a link that had this name is gone.
  func write(_ text: String, to file: URL) throws
  /// Gives the file another name, in one step. A file that had this name is gone.
  func move(_ file: URL, to name: URL) throws
  /// Removes a file or a folder with all that is in it.
  func remove(_ url: URL) throws
  /// Removes a folder if nothing is in it.
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
      // As many as the system follows itself.
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
    guard fsync(descriptor) == 0 else { throw lastError }
  }

  private static var lastError: any Error { POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
}

/// A lock of a folder, or an attempt to get it.
private final class FolderLock {
  private let descriptor: CInt

  init(_ descriptor: CInt) { self.descriptor = descriptor }

  deinit {
    // Closing is not enough: a process that this one is starting has the descriptor, too, until it runs its own program.
    flock(descriptor, LOCK_UN)
    close(descriptor)
  }
}
