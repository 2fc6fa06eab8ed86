import Foundation
import Services

/// The database file of one store, for one thread at a time.
final class SQLiteFile<Entity: Identifiable & Codable & Sendable> where Entity.ID: IndexRepresentable {
  /// A change with the row to write; nil for a deletion.
  struct Encoded: Sendable {
    let change: StoreChange<Entity>
    let row: [IndexedValue]?

    init(_ change: StoreChange<Entity>, _ schema: StoreSchema<Entity>) throws {
      self.change = change
      row = try change.saved.map { entity in
        let json = try EntityCoding.encode(entity, for: .programs)
        return [entity.id.indexed, .bytes(json)] + schema.indexes.map { $0.value(entity) }
      }
    }
  }

  /// The identity of the opened file. Another file may have replaced it since.
  let identity: [Int64]
  private let url: URL
  private let connection: SQLiteConnection
  private let schema: StoreSchema<Entity>
  private let insertion: String
  /// The last known `data_version`. It differs after a change by another connection.
  private var known: Int64 = 0

  /// Opens the file and migrates it. A file of a newer version or of another program is rejected and stays unchanged. Complexity:
  /// O(1); O(n) if older rows must be rewritten.
  init(_ url: URL, _ identity: [Int64], _ schema: StoreSchema<Entity>, _ library: SQLiteLibrary) throws {
    (self.url, self.identity, self.schema) = (url, identity, schema)
    let columns = ["id", "body"] + schema.indexes.map(\.column.quoted)
    insertion = """
      INSERT INTO entities (\(columns.joined(separator: ", "))) \
      VALUES (\(columns.map { _ in "?" }.joined(separator: ", "))) \
      ON CONFLICT (id) DO UPDATE SET \(columns.dropFirst().map { "\($0) = excluded.\($0)" }.joined(separator: ", "))
      """
    connection = try SQLiteConnection(url, library)
    // A commit is on the disk, and so is the deletion of the journal that could undo it.
    try connection.run("PRAGMA synchronous = EXTRA")
    // The file may be an attacker's: it runs no code, and the sizes in it are checked.
    try connection.run("PRAGMA trusted_schema = OFF")
    try connection.run("PRAGMA cell_size_check = ON")
    // On Apple platforms, a drive keeps written data in a cache of its own; elsewhere this changes nothing.
    try connection.run("PRAGMA fullfsync = 1")
    try update()
  }

  /// Runs `body` as one transaction. Throws ``SQLiteFileChanged`` if another program has changed the file's version or its
  /// indexes since it was opened.
  func transaction<Result>(
    _ purpose: SQLiteConnection.Purpose, _ hasForeignChange: inout Bool, _ body: () throws -> Result
  ) throws -> Result {
    try connection.transaction(purpose) {
      let version = try connection.integer("PRAGMA data_version")
      if version != known {
        hasForeignChange = true
        guard try SQLiteFormat(inTransactionOf: connection).isUpToDate(with: schema) else { throw SQLiteFileChanged() }
        known = version
      }
      return try body()
    }
  }

  /// Whether the file must be reopened.
  var isStuck: Bool { connection.isStuck }

  /// The JSON of the entity with that id; nil if there is none.
  func row(_ id: Entity.ID) throws -> Data? {
    try connection.run("SELECT body FROM entities WHERE id = ?", [id.indexed]) { $0.bytes(0) }.first
  }

  /// The rows of a query, or a superset if the query is not complete.
  func rows(_ query: SQLiteQuery<Entity>) throws -> [Data] {
    let limit = try connection.integer("SELECT page_count * page_size FROM pragma_page_count, pragma_page_size")
    var size = 0
    return try connection.run(query.sql, query.values) { row in
      let bytes = row.bytes(0)
      size += bytes.count
      // In a damaged file, many rows can share their pages.
      guard size <= limit else { throw SQLiteError(code: 11, reason: "its rows are longer than the file") }
      return bytes
    }
  }

  /// SQLite's plan for a query, one line for each step.
  func plan(_ query: SQLiteQuery<Entity>) throws -> [String] {
    try connection.run("EXPLAIN QUERY PLAN " + query.sql, query.values) { $0.text(3) }
  }

  /// Makes the changes, inside a transaction; returns the JSON of the deleted and replaced entities.
  func make(_ changes: [Encoded]) throws -> [Data] {
    try changes.compactMap { encoded in
      let id = encoded.change.id, old = try row(id)
      if let row = encoded.row {
        try connection.run(insertion, row)
      } else {
        try connection.run("DELETE FROM entities WHERE id = ?", [id.indexed])
      }
      return old
    }
  }

  /// Creates missing tables and indexes and rewrites rows of an older version, in one transaction.
  private func update() throws {
    if try connection.transaction(.reading, format).isUpToDate(with: schema) { return }
    try connection.transaction(.writing) {
      // Checked again: another process may have migrated the file meanwhile.
      let format = try format()
      if format.isEmpty { try SQLiteFormat.create(connection) }
      for name in format.indexes where !schema.indexes.contains(where: { $0.index == name }) {
        try connection.run("DROP INDEX \(name.quoted)")
      }
      let missing = schema.indexes.filter { !format.indexes.contains($0.index) }
      for index in missing where !format.columns.contains(index.column) {
        try connection.run("ALTER TABLE entities ADD COLUMN \(index.column.quoted)")
      }
      if !format.isEmpty, format.version != schema.version || format.hasJSON || !missing.isEmpty {
        try rewrite(from: format.version)
      }
      for index in missing { try connection.run(SQLiteFormat.index(on: index.inDatabase)) }
      try SQLiteFormat.mark(connection, version: schema.version)
    }
  }

  /// The format, inside a transaction. Throws if the store cannot use the file.
  private func format() throws -> SQLiteFormat {
    known = try connection.integer("PRAGMA data_version")
    let format = try SQLiteFormat(inTransactionOf: connection)
    try format.confirm(schema, of: url)
    return format
  }

  private func rewrite(from version: Int) throws {
    let rows = try connection.run("SELECT body FROM entities ORDER BY position") { $0.bytes(0) }
    let entities = try StoreDocument(rows, version: version, schema: schema, of: url.path).entities
    // A migration may change the ids, so no old row may stay.
    try connection.run("DELETE FROM entities")
    for entity in entities { try connection.run(insertion, Encoded(.save(entity), schema).row ?? []) }
    if try connection.integer("SELECT count(*) FROM entities") == entities.count { return }
    throw StoreFailure.invalid(file: url.path, reason: "two of its ids have the same indexed form")
  }
}

/// The file was replaced, or another program has changed its version or its indexes. It must be reopened.
struct SQLiteFileChanged: Error {}
