import NamedCalls
import PlainText
public import Foundation
public import Signals

/// The machine's disk. Only the user can read new files and folders.
public struct DiskFileSystem: FileSystem {
  /// The machine's disk.
  public init() {}

  /// Every way to the disk begins here.
  fileprivate static func enter(_ path: String) throws(FileSystemFailure) {
    let remedy = "name its store with .named(…, session.calls), or keep it in memory: MemoryStore, MemoryFileSystem"
    if let refusal = UnnamedWork.refusal("\(path) has no name, so it was not used; \(remedy)") {
      throw FileSystemFailure(refusal)
    }
  }

  /// The file, opened with these flags of the system; only the user can read a new one.
  fileprivate static func opened(_ file: URL, _ flags: Int32) throws(FileSystemFailure) -> FileHandle {
    try enter(file.path)
    let descriptor = open(file.path, flags | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw .last }
    return FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
  }

  /// The content of the file; nil if it does not exist. Fails if it is not a regular file or is larger than 1 GiB.
  public func contents(of file: URL) throws(FileSystemFailure) -> Data? {
    guard let file = try OpenFile(file) else { return nil }
    guard file.count <= 1 << 30 else { throw FileSystemFailure("it is larger than 1 GiB") }
    return try file.read(file.count, at: 0)
  }

  /// The file's inode, size and times; nil if it does not exist. Fails if it is not a regular file.
  public func version(of file: URL) throws(FileSystemFailure) -> FileVersion? {
    try Self.enter(file.path)
    var status = stat()
    guard stat(file.path, &status) == 0 else {
      if errno == ENOENT || errno == ENOTDIR { return nil }
      throw .last
    }
    return try FileVersion(status)
  }

  /// The target of the symbolic link at this path, which need not exist; the file itself if there is no link.
  public func target(of file: URL) throws(FileSystemFailure) -> URL {
    try Self.enter(file.path)
    var file = file
    // The system itself follows as many.
    for _ in 0..<40 {
      guard let path = try? FileManager.default.destinationOfSymbolicLink(atPath: file.path) else { return file }
      // The system resolves "..": the parent of a linked folder is not the one in its path.
      let folder = file.deletingLastPathComponent().path
      file = URL(fileURLWithPath: path.hasPrefix("/") ? path : "\(folder)/\(path)", isDirectory: false)
    }
    throw FileSystemFailure(code: ELOOP)
  }

  /// Creates the folder and its parents if they do not exist. New folders survive a power failure.
  public func createFolder(_ folder: URL) throws(FileSystemFailure) {
    try Self.enter(folder.path)
    let above = folder.deletingLastPathComponent()
    if mkdir(folder.path, 0o700) != 0 {
      if errno == EEXIST { return }
      guard errno == ENOENT, folder.path != "/" else { throw .last }
      try createFolder(above)
      guard mkdir(folder.path, 0o700) == 0 || errno == EEXIST else { throw .last }
    }
    try synchronize(above)
  }

  /// Creates a new file with `data`. It replaces a file or link of this name. After a failure it may be incomplete.
  public func write(_ data: Data, to file: URL) throws(FileSystemFailure) {
    try remove(file)
    let handle = try Self.opened(file, O_WRONLY | O_CREAT | O_EXCL)
    do {
      try handle.write(contentsOf: data)
      // Some disks, network ones above all, report a full disk only here.
      try handle.close()
    } catch {
      throw FileSystemFailure(ErrorText.of(error))
    }
  }

  /// Creates an empty file if none exists. An existing file is not even opened.
  package func create(_ file: URL) throws(FileSystemFailure) {
    do {
      _ = try Self.opened(file, O_WRONLY | O_CREAT | O_EXCL)
    } catch {
      guard error == FileSystemFailure(code: EEXIST) else { throw error }
    }
  }

  /// Returns when all writes to the file, or changes in the folder, would survive a power failure.
  public func synchronize(_ fileOrFolder: URL) throws(FileSystemFailure) {
    let handle = try Self.opened(fileOrFolder, O_RDONLY)
    #if canImport(Darwin)
      // `fsync` does not flush the drive's own cache here. It is the fallback where F_FULLFSYNC is not supported.
      if fcntl(handle.fileDescriptor, F_FULLFSYNC) == 0 { return }
    #endif
    guard fsync(handle.fileDescriptor) == 0 else { throw .last }
  }

  /// Renames `file` to `name`, atomically. It replaces a file of this name.
  public func rename(_ file: URL, to name: URL) throws(FileSystemFailure) {
    try Self.enter(file.path)
    guard renameat(AT_FDCWD, file.path, AT_FDCWD, name.path) == 0 else { throw .last }
  }

  /// Removes the file if it exists.
  public func remove(_ file: URL) throws(FileSystemFailure) {
    try Self.enter(file.path)
    guard unlink(file.path) == 0 || errno == ENOENT else { throw .last }
  }

  /// Gives `copy` the owner, the group and the permissions of `file`, as far as the user may. If the user is not a member of the group,
  /// the new group gets no more permissions than all others have.
  public func copyAccess(of file: URL, to copy: URL) throws(FileSystemFailure) {
    var status = stat()
    guard stat(file.path, &status) == 0 else {
      if errno == ENOENT { return }
      throw .last
    }
    let handle = try Self.opened(copy, O_RDONLY | O_NOFOLLOW | O_NONBLOCK)
    var mode = status.st_mode & 0o777
    // Only the superuser may give a file away.
    if fchown(handle.fileDescriptor, status.st_uid, status.st_gid) != 0,
      fchown(handle.fileDescriptor, .max, status.st_gid) != 0
    {
      mode &= 0o707 | (mode & 0o7) << 3
    }
    guard fchmod(handle.fileDescriptor, mode) == 0 else { throw .last }
  }

  /// Takes the lock that the file represents. The file is never removed: another process may be opening it.
  public func lock(_ file: URL) throws(FileSystemFailure) -> Disposable? {
    let handle = try Self.opened(file, O_RDWR | O_CREAT)
    guard flock(handle.fileDescriptor, LOCK_EX | LOCK_NB) == 0 else {
      if errno == EWOULDBLOCK { return nil }
      throw .last
    }
    return Disposable {
      // Closing is not enough: a child process has a copy of the descriptor until it calls exec.
      _ = flock(handle.fileDescriptor, LOCK_UN)
      try? handle.close()
    }
  }
}

/// A regular file that is open for reading. Its name may lead to another file by now.
struct OpenFile: Sendable {
  private let handle: FileHandle
  /// The length in bytes, and the version, when it was opened.
  let count: Int, version: FileVersion

  /// nil if the file does not exist. Fails if it is not a regular file; it never waits.
  init?(_ file: URL) throws(FileSystemFailure) {
    do {
      // Without O_NONBLOCK, opening a pipe would wait for a writer.
      handle = try DiskFileSystem.opened(file, O_RDONLY | O_NONBLOCK)
    } catch {
      if error == FileSystemFailure(code: ENOENT) { return nil }
      throw error
    }
    var status = stat()
    guard fstat(handle.fileDescriptor, &status) == 0 else { throw .last }
    (count, version) = (Int(status.st_size), try FileVersion(status))
  }

  /// At most `count` bytes from `offset`; none at the end.
  func read(_ count: Int, at offset: Int) throws(FileSystemFailure) -> Data {
    do {
      try handle.seek(toOffset: UInt64(offset))
      return try handle.read(upToCount: count) ?? Data()
    } catch {
      throw FileSystemFailure(ErrorText.of(error))
    }
  }
}

extension FileVersion {
  /// Throws if the file is not regular.
  fileprivate init(_ status: stat) throws(FileSystemFailure) {
    guard status.st_mode & S_IFMT == S_IFREG else { throw .notRegular }
    #if canImport(Darwin)
      let modified = status.st_mtimespec, changed = status.st_ctimespec
    #else
      let modified = status.st_mtim, changed = status.st_ctim
    #endif
    self.init(
      Int64(truncatingIfNeeded: status.st_dev), Int64(truncatingIfNeeded: status.st_ino), Int64(status.st_size),
      Int64(modified.tv_sec), Int64(modified.tv_nsec), Int64(changed.tv_sec), Int64(changed.tv_nsec))
  }
}

extension FileSystemFailure {
  /// The error of the last system call.
  fileprivate static var last: Self { FileSystemFailure(code: errno) }
  fileprivate init(code: Int32) { self.init(String(cString: strerror(code))) }
}
