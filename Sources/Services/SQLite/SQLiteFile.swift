import Foundation

/// The database of one store: its tables, its version, its indexes, and the rows as bytes.
///
///     entities(position, id, body, checksum, value_<name of an index>…)
///     format(version)
///
/// `position` orders by age, `body` is the entity as JSON, `checksum` is that of id and body. For one thread at a time: the
/// calls of its store come one after the other.
final class SQLiteFile<Entity: Identifiable & Codable & Sendable> where Entity.ID: Codable & Sendable {
  typealias Row = SQLiteRow<Entity>

  /// Which file it is. Another one may be in its place by now.
  let identity: FileIdentity
  /// nil before it is open.
  private var files: SQLiteFiles?
  private let connection: SQLiteConnection
  private let schema: StoreSchema<Entity>
  private let insertion: String
  /// The last state of the format that was found to be that of the schema; nil before the first look.
  private var known: SQLiteFormat.Stamp?
  /// Whether every row was found to be what was written.
  private var isChecked = false

  /// Opens the file and brings it up to date. A file of a newer version, or of another program, is left as it is; so is one that
  /// is damaged. Whatever is said of it was seen with its locks: without them it may be half of what another program is writing.
  /// Fails with ``SQLiteFileChanged`` if the file in this place is another one. Complexity: O(n), for every page is looked at; what
  /// is inside of a row SQLite cannot check, and is looked at when the row is read, and in all rows before the first change.
  init(_ url: URL, _ identity: FileIdentity, schema: StoreSchema<Entity>, library: SQLiteLibrary) throws {
    self.identity = identity
    self.schema = schema
    let columns = ["id", "body", "checksum"] + schema.indexes.map(\.column)
    insertion = """
      INSERT INTO entities (\(columns.joined(separator: ", "))) \
      VALUES (\(columns.map { _ in "?" }.joined(separator: ", "))) \
      ON CONFLICT (id) DO UPDATE SET \(columns.dropFirst().map { "\($0) = excluded.\($0)" }.joined(separator: ", "))
      """
    SQLiteFiles.removeForeignLog(at: url.path, of: identity)
    // With a log beside it, the file alone is not the database: a program that was killed may have left it half moved there.
    // They are looked at together, by who cannot move it: a file that is damaged stays as it is, and so does its log.
    if FileManager.default.fileExists(atPath: url.path + "-wal") {
      let reader = try SQLiteConnection(url, .readOnly, library)
      if try !Self.check(reader, schema, url).isEmpty { try Self.checkRows(reader) }
      isChecked = true
      connection = try SQLiteConnection(url, .readAndWrite, library)
    } else {
      connection = try SQLiteConnection(url, .readAndWrite, library)
      _ = try Self.check(connection, schema, url)
    }
    try update(url)
    // Readers never wait for a writer; what is committed is on the disk, and not in its cache.
    if try connection.run("PRAGMA journal_mode", read: { $0.text(0) }) != ["wal"] {
      try checkRows()
      try beginLog()
    }
    try connection.run("PRAGMA synchronous = FULL")
    // The log is there after a look.
    _ = try foreignVersion()
    files = try SQLiteFiles(at: url.path, identity)
  }

  private func beginLog() throws {
    do {
      try connection.run("PRAGMA journal_mode = WAL")
    } catch let error as SQLiteError where error.kind == .busy {
      // Of two that do this at once SQLite refuses one without waiting. To write it waits, until the other one is done.
      try connection.transaction(.writing) {}
      try connection.run("PRAGMA journal_mode = WAL")
    }
  }

  /// If the file was moved away, what was committed goes along; and the next file in this place begins without its log.
  deinit {
    guard let files, files.isGone, !files.isLogTaken else { return }
    // Only what is in the file is not needed any more.
    if (try? connection.integer("PRAGMA wal_checkpoint")) == 0 { files.removeLog() }
  }

  /// Fails if the database is not one that this store may write to.
  private static func check(
    _ connection: SQLiteConnection, _ schema: StoreSchema<Entity>, _ url: URL
  ) throws -> SQLiteFormat {
    let state = try connection.run("PRAGMA integrity_check(1)") { $0.text(0) }
    guard state == ["ok"] else { throw SQLiteError(code: 11, reason: state.first ?? "it cannot be checked") }
    let format = try SQLiteFormat(connection)
    _ = try format.migrations(to: schema, of: url)
    return format
  }

  /// Fails if what SQLite cannot see, the inside of a value, is not what was written. Before the first change: nothing is written to
  /// a file that is damaged.
  private func checkRows() throws {
    if !isChecked { try Self.checkRows(connection) }
    isChecked = true
  }

  private static func checkRows(_ connection: SQLiteConnection) throws {
    try connection.run("SELECT id, body, checksum, position FROM entities", read: checked)
  }

  /// Another way to look at the same database. As long as there is one, who can write does not move the log when it goes.
  static func witness(_ url: URL, _ library: SQLiteLibrary) -> SQLiteConnection? {
    let witness = try? SQLiteConnection(url, .readOnly, library)
    // It is opened for good with the first look into it.
    _ = try? witness?.integer("PRAGMA schema_version")
    return witness
  }

  /// A number that is another one when somebody else has changed the database.
  func foreignVersion() throws -> Int64 { try connection.integer("PRAGMA data_version") }

  /// The row with that id as it is written; nil if there is none.
  func body(_ id: Data) throws -> Data? {
    try connection.transaction(.reading) {
      try confirmFormat()
      return try row(id)
    }
  }

  /// The rows a statement gives, each checked.
  func bodies(_ sql: String, _ values: [IndexedValue]) throws -> [Data] {
    try connection.transaction(.reading) {
      try confirmFormat()
      return try rows(sql, values)
    }
  }

  private func row(_ id: Data) throws -> Data? {
    try rows("SELECT id, body, checksum, position FROM entities WHERE id = ?", [.bytes(id)]).first
  }

  private func rows(_ sql: String, _ values: [IndexedValue]) throws -> [Data] {
    try connection.run(sql, values, read: Self.checked)
  }

  /// Fails with ``SQLiteFileChanged`` if another program has brought the file to a version or to indexes that are not those
  /// of the schema since it was opened. Inside of a transaction: what is found stays so until that is over.
  private func confirmFormat() throws {
    let stamp = try SQLiteFormat.Stamp(connection)
    guard stamp != known else { return }
    guard try SQLiteFormat(inTransactionOf: connection).isUpToDate(with: schema) else { throw SQLiteFileChanged() }
    known = stamp
  }

  private static func checked(_ row: SQLiteConnection.Row) throws -> Data {
    let id = row.bytes(0), body = row.bytes(1)
    guard Row.checksum(id, body) == row.integer(2) else {
      throw SQLiteError(code: 11, reason: "row \(row.integer(3)) is not what was written, by its checksum")
    }
    return body
  }

  /// How SQLite would find the rows of a statement, one step a line.
  func plan(_ sql: String, _ values: [IndexedValue]) throws -> [String] {
    try connection.run("EXPLAIN QUERY PLAN " + sql, values) { $0.text(3) }
  }

  /// Makes all of the changes or none; gives the rows that went or were replaced, as they were written.
  func commit(_ changes: [SQLiteChange<Entity>]) throws -> [Data] {
    try connection.transaction(.writing) {
      try confirmFormat()
      try checkRows()
      return try changes.compactMap { change in
        let old = try row(change.id)
        switch change {
        case .save(let row): try connection.run(insertion, row.values)
        case .delete(let id): try connection.run("DELETE FROM entities WHERE id = ?", [.bytes(id)])
        }
        return old
      }
    }
  }

  /// Makes what is missing of tables and indexes, and rewrites what an older version has written: all of it, or nothing.
  private func update(_ url: URL) throws {
    guard try !SQLiteFormat(connection).isUpToDate(with: schema) else { return }
    try connection.transaction(.writing) {
      // Asked again: another process may have been faster.
      let format = try SQLiteFormat(inTransactionOf: connection)
      let migrations = try format.migrations(to: schema, of: url)
      if format.isEmpty { try SQLiteFormat.create(connection) }
      try checkRows()
      for name in format.indexes where !schema.indexes.contains(where: { $0.index == name }) {
        try connection.run("DROP INDEX \(name)")
      }
      let missing = schema.indexes.filter { !format.indexes.contains($0.index) }
      for index in missing where !format.columns.contains(index.column) {
        try connection.run("ALTER TABLE entities ADD COLUMN \(index.column)")
      }
      if !migrations.isEmpty || !missing.isEmpty { try rewrite(migrations, url) }
      for index in missing { try connection.run("CREATE INDEX \(index.index) ON entities (\(index.column))") }
      try SQLiteFormat.write(version: schema.version, connection)
    }
    // The version has to be where a program that does not know it looks for it.
    try connection.run("PRAGMA wal_checkpoint(TRUNCATE)")
  }

  private func rewrite(_ migrations: [StoreMigration], _ url: URL) throws {
    let bodies = try rows("SELECT id, body, checksum, position FROM entities ORDER BY position", [])
    for (number, body) in bodies.enumerated() {
      do {
        let entity = try EntityCoding.decode(Entity.self, from: migrations.reduce(body) { try $1.migrate($0) })
        try connection.run(insertion, Row(entity, schema).values)
      } catch let error as SQLiteError {
        throw error
      } catch {
        throw StoreFailure.invalid(file: url.path, reason: EntityCoding.reason(error, in: "entities[\(number)]"))
      }
    }
  }
}
