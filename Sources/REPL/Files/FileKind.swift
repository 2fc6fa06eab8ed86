import Foundation

package enum FileKind {
  /// A regular file, which has an end and can be replaced.
  case regular
  /// A pipe, a device or a socket, which may have no end and cannot be replaced.
  case stream
  case folder

  /// Returns nil if there is no file.
  ///
  /// - Parameter followsLink: whether a link has the kind of its target; otherwise it is a stream.
  package init?(at path: String, followsLink: Bool = true) {
    var status = stat()
    guard (followsLink ? stat(path, &status) : lstat(path, &status)) == 0 else { return nil }
    self =
      switch status.st_mode & S_IFMT {
      case S_IFREG: .regular
      case S_IFDIR: .folder
      default: .stream
      }
  }

  /// Whether there is no file at a path. There may be one in a folder that cannot be read.
  package static func isMissing(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) != 0 && (errno == ENOENT || errno == ENOTDIR)
  }

  /// Whether a file may be written. `access` lets the superuser write to any file, so the mode is checked, too.
  static func isWritable(at path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & 0o222 != 0 && access(path, W_OK) == 0
  }

  /// The identity of a file, which all of its paths and links share; nil if there is no file.
  package static func identity(at path: String) -> String? {
    var status = stat()
    return stat(path, &status) == 0 ? "\(status.st_dev):\(status.st_ino)" : nil
  }
}
