import Foundation
import Signals

/// The files of a database that a store of this process has open: the one it was asked for, and the two that SQLite keeps beside
/// that. They are the log, which has what is committed and was not moved into the file yet, and the index to the log.
///
/// SQLite knows a log by its name alone. When another file takes the place of one that is open, whoever opens that would take the
/// log of the file that is gone for its log, and what is in it would undo what was put there.
final class SQLiteFiles: Sendable {
  /// The index comes first: one that outlived its log would speak of what is not there.
  private static let suffixes = ["-shm", "-wal"]
  private static let open = Protected<[ObjectIdentifier: (file: FileIdentity, beside: Set<FileIdentity>)]>([:])

  private let path: String
  private let file: FileIdentity
  private let beside: Set<FileIdentity>

  /// The files as they are now; fails with ``SQLiteFileChanged`` if `file` is not in its place any more.
  init(at path: String, _ file: FileIdentity) throws {
    (self.path, self.file) = (path, file)
    let beside = Set(try Self.suffixes.compactMap { try FileIdentity(of: path + $0) })
    self.beside = beside
    guard try FileIdentity(of: path) == file else { throw SQLiteFileChanged() }
    Self.open.withLock { $0[ObjectIdentifier(self)] = (file, beside) }
  }

  deinit { Self.open.withLock { _ = $0.removeValue(forKey: ObjectIdentifier(self)) } }

  /// Whether another file, or none, is in the place of the one that is open.
  var isGone: Bool { (try? FileIdentity(of: path) != file) ?? false }

  /// Whether another process has opened the file that is there now, and has taken the log beside it for its own.
  var isLogTaken: Bool {
    let isLogThere = Self.suffixes.contains { suffix in
      (try? FileIdentity(of: path + suffix)).map(beside.contains) ?? false
    }
    return isLogThere && LockedFile.isLocked(path)
  }

  /// Removes the log and its index, unless others have taken their names.
  func removeLog() { Self.remove(beside: path, beside) }

  /// Removes a log beside `file` that belongs to another one, which is open in this process and is not in this place any more.
  static func removeForeignLog(at path: String, of file: FileIdentity) {
    var own: Set<FileIdentity> = [], foreign: Set<FileIdentity> = []
    for database in open.withLock({ Array($0.values) }) {
      if database.file == file { own.formUnion(database.beside) } else { foreign.formUnion(database.beside) }
    }
    remove(beside: path, foreign.subtracting(own))
  }

  private static func remove(beside path: String, _ files: Set<FileIdentity>) {
    if files.isEmpty { return }
    for suffix in suffixes {
      guard let found = try? FileIdentity(of: path + suffix), files.contains(found) else { continue }
      try? DiskFileSystem().remove(URL(fileURLWithPath: path + suffix))
    }
  }
}
