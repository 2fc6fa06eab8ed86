import NamedCalls
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

  /// The content of the file; nil if it does not exist. Fails if it is not a regular file or is larger than 1 GiB.
  public func contents(of file: URL) throws(FileSystemFailure) -> Data? {
    guard let file = try OpenFile(file) else { return nil }
    var data = Data()
    while max(data.count, file.count) <= 1 << 30 {
      let piece = try file.read(65_536, at: data.count)
      if piece.isEmpty { return data }
      data += piece
    }
    throw FileSystemFailure("it is larger than 1 GiB")
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
      var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
      let count = readlink(file.path, &buffer, buffer.count)
      guard count >= 0 else { return file }
      let path = String(decoding: buffer.prefix(count).map(UInt8.init(bitPattern:)), as: UTF8.self)
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
    let descriptor = try Descriptor(file.path, O_WRONLY | O_CREAT | O_EXCL)
    var offset = 0
    while offset < data.count {
      let count = data.dropFirst(offset).withUnsafeBytes {
        pwrite(descriptor.number, $0.baseAddress, $0.count, off_t(offset))
      }
      if count >= 0 { offset += count } else if errno != EINTR { throw .last }
    }
    // Some disks, network ones above all, report a full disk only here.
    try descriptor.close()
  }

  /// Creates an empty file if none exists. An existing file is not even opened.
  package func create(_ file: URL) throws(FileSystemFailure) {
    do {
      try Descriptor(file.path, O_WRONLY | O_CREAT | O_EXCL).close()
    } catch {
      guard error == FileSystemFailure(code: EEXIST) else { throw error }
    }
  }

  /// Returns when all writes to the file, or changes in the folder, would survive a power failure.
  public func synchronize(_ fileOrFolder: URL) throws(FileSystemFailure) {
    let descriptor = try Descriptor(fileOrFolder.path, O_RDONLY)
    #if canImport(Darwin)
      // `fsync` does not flush the drive's own cache here. It is the fallback where F_FULLFSYNC is not supported.
      if fcntl(descriptor.number, F_FULLFSYNC) == 0 { return }
    #endif
    guard fsync(descriptor.number) == 0 else { throw .last }
    try descriptor.close()
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
    let descriptor = try Descriptor(copy.path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK)
    var mode = status.st_mode & 0o777
    // Only the superuser may give a file away.
    if fchown(descriptor.number, status.st_uid, status.st_gid) != 0,
      fchown(descriptor.number, .max, status.st_gid) != 0
    {
      mode &= 0o707 | (mode & 0o7) << 3
    }
    guard fchmod(descriptor.number, mode) == 0 else { throw .last }
  }

  /// Takes the lock that the file represents. The file is never removed: another process may be opening it.
  public func lock(_ file: URL) throws(FileSystemFailure) -> Disposable? {
    let descriptor = try Descriptor(file.path, O_RDWR | O_CREAT)
    while flock(descriptor.number, LOCK_EX | LOCK_NB) != 0 {
      if errno == EWOULDBLOCK { return nil }
      guard errno == EINTR else { throw .last }
    }
    return Disposable {
      // Closing is not enough: a child process has a copy of the descriptor until it calls exec.
      while flock(descriptor.number, LOCK_UN) != 0, errno == EINTR {}
      try? descriptor.close()
    }
  }
}

/// An open file, closed once: by ``close()`` or at the end of its life.
private final class Descriptor: Sendable {
  let number: Int32
  private let isOpen = Protected(true)

  init(_ path: String, _ flags: Int32) throws(FileSystemFailure) {
    try DiskFileSystem.enter(path)
    number = open(path, flags | O_CLOEXEC, 0o600)
    guard number >= 0 else { throw .last }
  }

  deinit { try? close() }

  func close() throws(FileSystemFailure) {
    let mustClose = isOpen.withLock { isOpen in
      defer { isOpen = false }
      return isOpen
    }
    // After EINTR the descriptor is closed, too.
    guard mustClose, closeFile(number) != 0, errno != EINTR else { return }
    throw .last
  }
}

/// A regular file that is open for reading. Its name may lead to another file by now.
struct OpenFile: Sendable {
  private let descriptor: Descriptor
  /// The length in bytes, and the version, when it was opened.
  let count: Int, version: FileVersion

  /// nil if the file does not exist. Fails if it is not a regular file; it never waits.
  init?(_ file: URL) throws(FileSystemFailure) {
    do {
      // Without O_NONBLOCK, opening a pipe would wait for a writer.
      descriptor = try Descriptor(file.path, O_RDONLY | O_NONBLOCK)
    } catch {
      if error == FileSystemFailure(code: ENOENT) { return nil }
      throw error
    }
    var status = stat()
    guard fstat(descriptor.number, &status) == 0 else { throw .last }
    (count, version) = (Int(status.st_size), try FileVersion(status))
  }

  /// At most `count` bytes from `offset`; none at the end.
  func read(_ count: Int, at offset: Int) throws(FileSystemFailure) -> Data {
    var buffer = [UInt8](repeating: 0, count: count)
    while true {
      let read = pread(descriptor.number, &buffer, count, off_t(offset))
      if read >= 0 { return Data(buffer.prefix(read)) }
      if errno != EINTR { throw .last }
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

/// The system's function, under a name that the method does not shadow.
private func closeFile(_ descriptor: Int32) -> Int32 { close(descriptor) }
