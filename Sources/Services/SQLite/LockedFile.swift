import Foundation
import Signals

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Reads files that SQLite may have locked. Whoever closes a file gives up all locks that its process has on it, those of SQLite
/// included: so a file that was opened here stays open as long as the program runs, and is used again.
enum LockedFile {
  private static let descriptors = Protected<[FileIdentity: Int32]>([:])

  /// What is in the file; nil if there is no such file, or if it cannot be read.
  static func contents(of file: URL) -> Data? {
    guard let descriptor = descriptor(file.path) else { return nil }
    var data = Data(), buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = pread(descriptor, &buffer, buffer.count, off_t(data.count))
      if count > 0 { data.append(contentsOf: buffer.prefix(count)) }
      if count == 0 { return data }
      if count < 0, errno != EINTR { return nil }
    }
  }

  /// Whether another process has the file open as a database that it has looked into.
  static func isLocked(_ path: String) -> Bool {
    guard let descriptor = descriptor(path) else { return false }
    var lock = flock()
    (lock.l_type, lock.l_whence) = (Int16(F_WRLCK), Int16(SEEK_SET))
    // The bytes behind the first gigabyte that SQLite locks to read; with a log, until it closes the file.
    (lock.l_start, lock.l_len) = (0x4000_0002, 510)
    return fcntl(descriptor, F_GETLK, &lock) == 0 && lock.l_type != Int16(F_UNLCK)
  }

  private static func descriptor(_ path: String) -> Int32? {
    descriptors.withLock { descriptors in
      var status = stat()
      guard stat(path, &status) == 0 else { return nil }
      if let known = descriptors[FileIdentity(status)] { return known }
      let descriptor = open(path, O_RDONLY | O_CLOEXEC)
      // Of the file that was opened, which may be another one by now.
      guard descriptor >= 0, fstat(descriptor, &status) == 0 else { return nil }
      descriptors[FileIdentity(status)] = descriptor
      return descriptor
    }
  }
}
