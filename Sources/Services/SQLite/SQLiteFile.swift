import Foundation

/// The database of one store. For one thread at a time: it is used in turns.
final class SQLiteFile<Entity: Identifiable & Codable & Sendable> where Entity.ID: Codable & Sendable {
  /// A change, written down before the database is touched: a row of values, or none if it is deleted.
  struct Change: Sendable {
    let id: IndexedValue
    let row: [IndexedValue]?

    init(_ change: StoreChange<Entity>, _ schema: StoreSchema<Entity>) throws {
      id = try SQLiteFile.id(change.id)
      guard case .save(let entity) = change else {
        row = nil
        return
      }
      row = [id, .bytes(try EntityCoding.encode(entity, for: .programs))] + schema.indexes.map { $0.value(entity) }
    }
  }

  /// Which file it is. Another one may be in its place by now.
  let identity: [Int64]
  private let url: URL
  private let connection: SQLiteConnection
  private let schema: StoreSchema<Entity>
  private let insertion: String
  /// The state of the database that was last looked at: another one when somebody else has changed it.
  private var known: Int64 = 0

  /// Opens the file and brings it up to date. A file of a newer version, or of another program, is left as it is. Complexity: O(1);
  /// O(n) if there are older rows to be rewritten.
  init(
    _ url: URL, _ identity: [Int64], _ schema: StoreSchema<Entity>, _ library: SQLiteLibrary
  ) throws {
    (self.url, self.identity, self.schema) = (url, identity, schema)
    let columns = ["id", "body"] + schema.indexes.map(\.column.quoted)
    insertion = """
      INSERT INTO entities (\(columns.joined(separator: ", "))) \
      VALUES (\(columns.map { _ in "?" }.joined(separator: ", "))) \
      ON CONFLICT (id) DO UPDATE SET \(columns.dropFirst().map { "\($0) = excluded.\($0)" }.joined(separator: ", "))
      """
    connection = try SQLiteConnection(url, library)
    // What is committed is on the disk, and so is the end of the journal that could undo it.
    try connection.run("PRAGMA synchronous = EXTRA")
    // Earlier programs kept a log beside the file. It stays where it cannot be moved into the file now: SQLite reads both.
    if try connection.run("PRAGMA journal_mode", read: { $0.text(0) }) == ["wal"] {
      try? connection.run("PRAGMA journal_mode = DELETE")
    }
    try update()
  }

  /// The id as bytes: equal ids give equal bytes, so a text is composed first.
  private static func id(_ id: Entity.ID) throws -> IndexedValue {
    let json = String(decoding: try EntityCoding.encode(id, for: .programs), as: UTF8.self)
    return .bytes(Data(json.precomposedStringWithCanonicalMapping.utf8))
  }

  /// Runs `body` as one transaction, in which nobody else changes the file. Fails with ``SQLiteFileChanged`` if another program has
  /// brought the file to a version or to indexes that are not those of the schema since it was opened.
  func transaction<Result>(
    _ purpose: SQLiteConnection.Purpose, foundForeignChange: () -> Void, _ body: () throws -> Result
  ) throws -> Result {
    try connection.transaction(purpose) {
      let version = try connection.integer("PRAGMA data_version")
      if version != known {
        foundForeignChange()
        guard try SQLiteFormat(inTransactionOf: connection).isUpToDate(with: schema) else { throw SQLiteFileChanged() }
        known = version
      }
      return try body()
    }
  }

  /// Whether it has to be opened anew.
  var isStuck: Bool { connection.isStuck }

  /// The row with that id as it is written; nil if there is none.
  func row(_ id: Entity.ID) throws -> Data? { try row(Self.id(id)) }

  /// The rows that a query asks for, or more.
  func rows(_ query: SQLiteQuery<Entity>) throws -> [Data] {
    try connection.run(query.sql, query.values) { $0.bytes(0) }
  }

  /// How SQLite would find the rows of a query, one step a line.
  func plan(_ query: SQLiteQuery<Entity>) throws -> [String] {
    try connection.run("EXPLAIN QUERY PLAN " + query.sql, query.values) { $0.text(3) }
  }

  /// In a transaction: makes the changes; gives the rows that went or were replaced, as they were written.
  func make(_ changes: [Change]) throws -> [Data] {
    try changes.compactMap { change in
      let old = try row(change.id)
      if let row = change.row {
        try connection.run(insertion, row)
      } else {
        try connection.run("DELETE FROM entities WHERE id = ?", [change.id])
      }
      return old
    }
  }

  /// What SQLite finds to be wrong with the file; nil if nothing is. Complexity: O(n), for it looks at every page.
  func damage() throws -> String? {
    let said = try connection.run("PRAGMA integrity_check(1)") { $0.text(0) }
    // The first line says of which of several databases.
    return said == ["ok"] ? nil : said.first?.split(separator: "\n").last.map(String.init) ?? "it cannot be checked"
  }

  private func row(_ id: IndexedValue) throws -> Data? {
    try connection.run("SELECT body FROM entities WHERE id = ?", [id]) { $0.bytes(0) }.first
  }

  /// Makes what is missing of tables and indexes, and rewrites what an older version has written: all of it, or nothing.
  private func update() throws {
    let isUpToDate = try connection.transaction(.reading) {
      known = try connection.integer("PRAGMA data_version")
      let format = try SQLiteFormat(inTransactionOf: connection)
      try format.confirm(schema, of: url)
      return format.isUpToDate(with: schema)
    }
    if isUpToDate { return }
    try connection.transaction(.writing) {
      known = try connection.integer("PRAGMA data_version")
      // Asked again: another process may have been faster.
      let format = try SQLiteFormat(inTransactionOf: connection)
      try format.confirm(schema, of: url)
      if format.isEmpty { try SQLiteFormat.create(connection) }
      if format.hasChecksums { try connection.run("ALTER TABLE entities DROP COLUMN checksum") }
      for name in format.indexes where !schema.indexes.contains(where: { $0.index == name }) {
        try connection.run("DROP INDEX \(name.quoted)")
      }
      let missing = schema.indexes.filter { !format.indexes.contains($0.index) }
      for index in missing where !format.columns.contains(index.column) {
        try connection.run("ALTER TABLE entities ADD COLUMN \(index.column.quoted)")
      }
      if !format.isEmpty, format.version != schema.version || !missing.isEmpty { try rewrite(from: format.version) }
      for index in missing {
        try connection.run("CREATE INDEX \(index.index.quoted) ON entities (\(index.column.quoted))")
      }
      try connection.run("PRAGMA user_version = \(schema.version)")
    }
  }

  private func rewrite(from version: Int) throws {
    let rows = try connection.run("SELECT body FROM entities ORDER BY position") { $0.bytes(0) }
    for entity in try StoreDocument(rows, version: version, schema: schema, of: url.path).entities {
      try connection.run(insertion, Change(.save(entity), schema).row ?? [])
    }
  }
}

/// The file is not what was opened: another one is in its place, or another program has brought it to another version or to other
/// indexes. It has to be opened anew.
struct SQLiteFileChanged: Error {}
