import Foundation
import Signals

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The machine's disk. New files and folders are the user's own: nobody else can read them.
public struct DiskFileSystem: FileSystem {
  /// The machine's disk.
  public init() {}

  /// What is in the file; nil if there is no such file. Fails if it is no regular file, or has more than a gibibyte.
  public func contents(of file: URL) throws(FileSystemFailure) -> Data? {
    // Opening a pipe would wait for a writer.
    guard let descriptor = try Descriptor.ifThere(file.path, O_RDONLY | O_NONBLOCK) else { return nil }
    var status = stat(), data = Data(), buffer = [UInt8](repeating: 0, count: 65_536)
    guard fstat(descriptor.number, &status) == 0 else { throw .last }
    try Self.confirmRegular(status)
    while true {
      let count = read(descriptor.number, &buffer, buffer.count)
      if count > 0 { data.append(contentsOf: buffer.prefix(count)) }
      if count == 0 { return data }
      if count < 0, errno != EINTR { throw .last }
      if max(data.count, Int(status.st_size)) > 1 << 30 { throw FileSystemFailure("it has more than a gibibyte") }
    }
  }

  private static func confirmRegular(_ status: stat) throws(FileSystemFailure) {
    guard status.st_mode & S_IFMT == S_IFREG else { throw .notRegular }
  }

  /// The file's node, size and times; nil if there is no such file. Fails if it is no regular file.
  public func version(of file: URL) throws(FileSystemFailure) -> FileVersion? {
    var status = stat()
    guard stat(file.path, &status) == 0 else {
      if errno == ENOENT || errno == ENOTDIR { return nil }
      throw .last
    }
    try Self.confirmRegular(status)
    #if canImport(Darwin)
      let modified = status.st_mtimespec, changed = status.st_ctimespec
    #else
      let modified = status.st_mtim, changed = status.st_ctim
    #endif
    return FileVersion(
      Int64(truncatingIfNeeded: status.st_dev), Int64(truncatingIfNeeded: status.st_ino), Int64(status.st_size),
      Int64(modified.tv_sec), Int64(modified.tv_nsec), Int64(changed.tv_sec), Int64(changed.tv_nsec))
  }

  /// The file that is meant: where a symbolic link of this name leads, whether there is a file or not; else the file itself.
  public func target(of file: URL) throws(FileSystemFailure) -> URL {
    var file = file
    // As many as the system follows itself.
    for _ in 0..<40 {
      var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
      let count = readlink(file.path, &buffer, buffer.count)
      guard count >= 0 else { return file }
      let path = String(decoding: buffer.prefix(count).map(UInt8.init(bitPattern:)), as: UTF8.self)
      // Two dots are left to the system: they lead out of where a folder is, which its name need not tell.
      let folder = file.deletingLastPathComponent().path
      file = URL(fileURLWithPath: path.hasPrefix("/") ? path : "\(folder)/\(path)", isDirectory: false)
    }
    throw FileSystemFailure(code: ELOOP)
  }

  /// Makes the folder, and those above it, if they are not there; each is made to last in the one above.
  public func createFolder(_ folder: URL) throws(FileSystemFailure) {
    let above = folder.deletingLastPathComponent()
    if mkdir(folder.path, 0o700) != 0 {
      if errno == EEXIST { return }
      guard errno == ENOENT, folder.path != "/" else { throw .last }
      try createFolder(above)
      guard mkdir(folder.path, 0o700) == 0 || errno == EEXIST else { throw .last }
    }
    try synchronize(above)
  }

  /// Makes a new file with `data` in it. A file or a link that had this name is gone. It may be incomplete after a failure.
  public func write(_ data: Data, to file: URL) throws(FileSystemFailure) {
    try remove(file)
    let descriptor = try Descriptor(file.path, O_WRONLY | O_CREAT | O_EXCL)
    var rest = data[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { writeBytes(descriptor.number, $0) }
      if count >= 0 { rest = rest.dropFirst(count) } else if errno != EINTR { throw .last }
    }
    // Some disks, those on a network above all, say only here that there was no room.
    try descriptor.close()
  }

  /// Makes an empty file if there is none. One that is there is not even opened.
  func create(_ file: URL) throws(FileSystemFailure) {
    do {
      try Descriptor(file.path, O_WRONLY | O_CREAT | O_EXCL).close()
    } catch {
      guard error == FileSystemFailure(code: EEXIST) else { throw error }
    }
  }

  /// Returns when what was written to the file, or was done in the folder, would outlive a loss of power.
  public func synchronize(_ fileOrFolder: URL) throws(FileSystemFailure) {
    let descriptor = try Descriptor(fileOrFolder.path, O_RDONLY)
    #if canImport(Darwin)
      // `fsync` does not empty the drive's own cache here; where this is not supported, it is the best there is.
      if fcntl(descriptor.number, F_FULLFSYNC) == 0 { return }
    #endif
    guard fsync(descriptor.number) == 0 else { throw .last }
    try descriptor.close()
  }

  /// Gives what is in `file` the name `name` as well: a second link, or a copy on a disk that has no links.
  public func keep(_ file: URL, as name: URL) throws(FileSystemFailure) {
    // Under a third name first: at no moment is there nothing kept.
    let draft = name.appendingPathExtension("new")
    try remove(draft)
    if link(file.path, draft.path) != 0 {
      guard [EPERM, ENOTSUP, ENOSYS, EMLINK, EXDEV].contains(errno) else { throw .last }
      guard let data = try contents(of: file) else { return }
      try write(data, to: draft)
      try synchronize(draft)
    }
    try rename(draft, to: name)
    // If it was kept as that name already, renaming one link to the other has done nothing.
    try remove(draft)
  }

  /// Gives `file` the name `name`, in one step. A file that had this name is gone.
  public func rename(_ file: URL, to name: URL) throws(FileSystemFailure) {
    guard renameFile(file.path, name.path) == 0 else { throw .last }
  }

  /// Removes the file if it is there.
  public func remove(_ file: URL) throws(FileSystemFailure) {
    guard unlink(file.path) == 0 || errno == ENOENT else { throw .last }
  }

  /// Takes the lock that the file stands for. The file stays: removing it could take it from under somebody who is just
  /// opening it.
  public func lock(_ file: URL) throws(FileSystemFailure) -> Disposable? {
    let descriptor = try Descriptor(file.path, O_RDWR | O_CREAT)
    while flock(descriptor.number, LOCK_EX | LOCK_NB) != 0 {
      if errno == EWOULDBLOCK { return nil }
      guard errno == EINTR else { throw .last }
    }
    return Disposable {
      // Closing is not enough: a program that is just being started has the descriptor, too, until it is itself.
      while flock(descriptor.number, LOCK_UN) != 0, errno == EINTR {}
      try? descriptor.close()
    }
  }
}

/// An open file; closed once, at the latest when nobody has it any more.
private final class Descriptor: Sendable {
  let number: Int32
  private let isOpen = Protected(true)

  init(_ path: String, _ flags: Int32) throws(FileSystemFailure) {
    number = open(path, flags | O_CLOEXEC, 0o600)
    guard number >= 0 else { throw .last }
  }

  /// nil if there is no such file.
  static func ifThere(_ path: String, _ flags: Int32) throws(FileSystemFailure) -> Descriptor? {
    do {
      return try Descriptor(path, flags)
    } catch {
      if error == FileSystemFailure(code: ENOENT) { return nil }
      throw error
    }
  }

  deinit { try? close() }

  func close() throws(FileSystemFailure) {
    let mustClose = isOpen.withLock { isOpen in
      defer { isOpen = false }
      return isOpen
    }
    // After an interruption the descriptor is gone, too.
    guard mustClose, closeFile(number) != 0, errno != EINTR else { return }
    throw .last
  }
}

extension FileSystemFailure {
  /// What the last system call said.
  fileprivate static var last: Self { FileSystemFailure(code: errno) }
  fileprivate init(code: Int32) { self.init(String(cString: strerror(code))) }
}

// The system's functions, under names that the methods above do not hide.
private func renameFile(_ from: String, _ to: String) -> Int32 { rename(from, to) }
private func closeFile(_ descriptor: Int32) -> Int32 { close(descriptor) }
private func writeBytes(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
  write(descriptor, bytes.baseAddress, bytes.count)
}
