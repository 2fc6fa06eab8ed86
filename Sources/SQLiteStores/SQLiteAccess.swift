import Foundation
import Services

/// A store's access to its database file. It opens the file, reopens it when it is replaced, and closes it when it is damaged.
struct SQLiteAccess<Entity: Identifiable & Codable & Sendable>: StoreState where Entity.ID: IndexRepresentable {
  private let url: URL
  private let schema: StoreSchema<Entity>
  private let load: @Sendable () throws -> SQLiteLibrary
  private let disk = DiskFileSystem()

  /// nil before the first use.
  private var library: SQLiteLibrary?
  /// The open file; nil before the first use and after damage.
  private var file: SQLiteFile<Entity>?
  /// Whether the file was used before: until then no live query can be outdated.
  private var isKnown = false
  var hasForeignChange = false

  /// - Parameter load: opens SQLite, at the first use.
  init(_ url: URL, _ schema: StoreSchema<Entity>, _ load: @escaping @Sendable () throws -> SQLiteLibrary) {
    (self.url, self.schema, self.load) = (url, schema, load)
  }

  /// Runs `body` as a transaction of the file. If the file does not exist, reading returns nil and writing creates it.
  mutating func use<Value>(
    _ purpose: SQLiteConnection.Purpose, _ body: (SQLiteFile<Entity>) throws -> Value
  ) -> Result<Value, StoreFailure>? {
    if let mistake = schema.mistake { return .failure(.other("the schema of \(url.path) has \(mistake)")) }
    do {
      do { return try attempt(purpose, body).map(Result.success) } catch is SQLiteFileChanged {
        close()
        return try attempt(purpose, body).map(Result.success)
      }
    } catch {
      return .failure(failure(error, purpose))
    }
  }

  /// Throws ``SQLiteFileChanged`` if the file was replaced before or during the transaction.
  private mutating func attempt<Value>(
    _ purpose: SQLiteConnection.Purpose, _ body: (SQLiteFile<Entity>) throws -> Value
  ) throws -> Value? {
    let library = try library ?? load()
    self.library = library
    // SQLite puts the journal beside the path it opens, so it must open the link's target.
    let url = try disk.target(of: url)
    var identity = try disk.version(of: url)?.file
    if file?.identity != identity || file?.isStuck == true { close() }
    defer { isKnown = true }
    let wasThere = identity != nil
    if !wasThere {
      guard purpose == .writing else { return nil }
      try disk.createFolder(url.deletingLastPathComponent())
      try disk.create(url)
      identity = try disk.version(of: url)?.file
    }
    guard let identity else { throw SQLiteFileChanged() }
    do {
      let file = try self.file ?? SQLiteFile(url, identity, schema, library)
      if self.file == nil, isKnown, wasThere { hasForeignChange = true }
      self.file = file
      let value = try file.transaction(purpose, &hasForeignChange) { try body(file) }
      // The file was replaced during the transaction, so the changes are lost.
      if purpose == .writing, try disk.version(of: url)?.file != identity { throw SQLiteFileChanged() }
      return value
    } catch {
      // The error concerns the old file, not the one that has replaced it.
      guard (try? disk.version(of: url)?.file == identity) ?? true else { throw SQLiteFileChanged() }
      throw error
    }
  }

  private mutating func close() {
    hasForeignChange = hasForeignChange || file != nil
    file = nil
  }

  private mutating func failure(_ error: any Error, _ purpose: SQLiteConnection.Purpose) -> StoreFailure {
    let path = url.path, isWriting = purpose == .writing
    let busy = isWriting ? StoreFailure.inUse(file: path) : .busy(file: path)
    func failure(_ reason: String) -> StoreFailure {
      isWriting ? .unwritable(file: path, reason: reason) : .unreadable(file: path, reason: reason)
    }
    switch error {
    case let error as StoreFailure: return error
    case let error as FileSystemFailure:
      return error == .notRegular ? .invalid(file: path, reason: error.reason) : failure(error.reason)
    case let error as SQLiteError:
      switch error.code & 0xFF {
      case 5, 6: return busy  // SQLITE_BUSY, SQLITE_LOCKED
      case 11, 26:  // SQLITE_CORRUPT, SQLITE_NOTADB
        close()
        return .invalid(file: path, reason: error.reason)
      case 8, 14: return readOnlyFolder ?? failure(error.reason)  // SQLITE_READONLY, SQLITE_CANTOPEN
      default: return failure(error.reason)
      }
    // The file changed twice in a row: the other program is still busy.
    case is SQLiteFileChanged: return busy
    default: return .other("\(error)")
    }
  }

  /// The failure if only the folder is not writable; otherwise nil.
  private var readOnlyFolder: StoreFailure? {
    let folder = ((try? disk.target(of: url)) ?? url).deletingLastPathComponent(), files = FileManager.default
    guard files.fileExists(atPath: url.path), !files.isWritableFile(atPath: folder.path) else { return nil }
    return .unwritable(file: folder.path, reason: "SQLite needs to write there to use \(url.lastPathComponent)")
  }
}
