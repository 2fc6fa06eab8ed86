import Foundation

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

  /// What is in the file; nil if there is no such file.
  public func contents(of file: URL) throws(FileSystemFailure) -> Data? {
    let descriptor = open(file.path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else {
      if errno == ENOENT { return nil }
      throw .last
    }
    defer { close(descriptor) }
    var data = Data(), buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = read(descriptor, &buffer, buffer.count)
      if count > 0 { data.append(contentsOf: buffer.prefix(count)) }
      if count == 0 { return data }
      if count < 0, errno != EINTR { throw .last }
    }
  }

  /// Makes the folder, and those above it, if they are not there.
  public func createFolder(_ folder: URL) throws(FileSystemFailure) {
    guard mkdir(folder.path, 0o700) != 0 else { return }
    switch errno {
    case EEXIST: return
    case ENOENT where folder.path != "/":
      try createFolder(folder.deletingLastPathComponent())
      guard mkdir(folder.path, 0o700) == 0 || errno == EEXIST else { throw .last }
    default: throw .last
    }
  }

  /// Makes the file, or empties it, and writes `data` into it. It may be incomplete after a failure.
  public func write(_ data: Data, to file: URL) throws(FileSystemFailure) {
    let descriptor = open(file.path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw .last }
    defer { close(descriptor) }
    var rest = data[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { writeBytes(descriptor, $0) }
      if count >= 0 { rest = rest.dropFirst(count) } else if errno != EINTR { throw .last }
    }
  }

  /// Returns when what was written to the file, or was done in the folder, would outlive a loss of power.
  public func synchronize(_ fileOrFolder: URL) throws(FileSystemFailure) {
    let descriptor = open(fileOrFolder.path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw .last }
    defer { close(descriptor) }
    #if canImport(Darwin)
      // `fsync` does not empty the drive's own cache here; where this is not supported, it is the best there is.
      if fcntl(descriptor, F_FULLFSYNC) == 0 { return }
    #endif
    guard fsync(descriptor) == 0 else { throw .last }
  }

  /// Gives `file` the name `name`, in one step. A file that had this name is gone.
  public func rename(_ file: URL, to name: URL) throws(FileSystemFailure) {
    guard renameFile(file.path, name.path) == 0 else { throw .last }
  }

  /// Removes the file if it is there.
  public func remove(_ file: URL) throws(FileSystemFailure) {
    guard unlink(file.path) == 0 || errno == ENOENT else { throw .last }
  }
}

extension FileSystemFailure {
  /// What the last system call said.
  fileprivate static var last: Self { FileSystemFailure(String(cString: strerror(errno))) }
}

// The system's functions, under names that the methods above do not hide.
private func renameFile(_ from: String, _ to: String) -> Int32 { rename(from, to) }
private func writeBytes(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
  write(descriptor, bytes.baseAddress, bytes.count)
}
