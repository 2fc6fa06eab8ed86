import Foundation

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Which file it is, whatever it is called. A file that is removed keeps it to itself as long as somebody has it open.
struct FileIdentity: Hashable, Sendable {
  private let device: Int64, node: Int64

  init(_ status: stat) {
    (device, node) = (Int64(truncatingIfNeeded: status.st_dev), Int64(truncatingIfNeeded: status.st_ino))
  }

  /// That of the file with this name; nil if there is none.
  init?(of path: String) throws(FileSystemFailure) {
    var status = stat()
    guard stat(path, &status) == 0 else {
      if errno == ENOENT || errno == ENOTDIR { return nil }
      throw FileSystemFailure(String(cString: strerror(errno)))
    }
    self.init(status)
  }
}
