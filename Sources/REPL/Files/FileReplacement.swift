package import Foundation

/// Replaces the content of a file atomically: readers see either the old content or the new one. The permissions stay, which
/// Foundation's atomic writing changes.
package enum FileReplacement {
  /// Writes a temporary file in the same folder, and renames it.
  ///
  /// - Parameter path: an existing file; of a link, its target.
  package static func write(_ data: Data, to path: String) throws {
    var status = stat()
    guard stat(path, &status) == 0 else { throw systemError }
    let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
    var name = Array("\(folder)/.replacing-XXXXXX".utf8CString)
    let descriptor = mkstemp(&name)
    guard descriptor >= 0 else { throw systemError }
    do {
      let draft = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
      try draft.write(contentsOf: data)
      guard fchmod(descriptor, status.st_mode & 0o7777) == 0, rename(name, path) == 0 else { throw systemError }
      try draft.close()
    } catch {
      unlink(name)
      throw error
    }
  }

  private static var systemError: any Error { POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
}
