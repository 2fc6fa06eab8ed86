#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// What is at a path, behind any links.
enum FileKind {
  /// A file with contents of its own: it ends, and can be replaced.
  case regular
  /// A pipe, a device, a socket: it may never end, and cannot be replaced.
  case stream
  case folder

  /// nil if there is nothing.
  init?(at path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    self =
      switch status.st_mode & S_IFMT {
      case S_IFREG: .regular
      case S_IFDIR: .folder
      default: .stream
      }
  }
}
