import Foundation

/// What a database says of itself: a table `entities(position, id, body, "value_<name of an index>"…)`, in which `position` orders by
/// age and `body` is the entity as JSON, with an index `"by_<name>"` for each of the values.
struct SQLiteFormat {
  /// Tells this program's files from those of others: "Sv6s".
  private static let mark: Int64 = 0x5376_3673

  private let mark: Int64
  let version: Int
  /// Whether there is nothing in it at all: it was just made.
  let isEmpty: Bool
  /// The names of the indexes that were made for queries.
  let indexes: Set<String>
  /// The names of the columns.
  let columns: Set<String>

  /// Inside a transaction: it takes several looks, between which another program could make the database, or migrate it.
  init(inTransactionOf connection: SQLiteConnection) throws {
    mark = try connection.integer("PRAGMA application_id")
    version = Int(try connection.integer("PRAGMA user_version"))
    isEmpty = try connection.integer("SELECT count(*) FROM sqlite_master") == 0
    let named = "SELECT name FROM sqlite_master WHERE type = 'index' AND sql IS NOT NULL"
    indexes = Set(try connection.run(named) { $0.text(0) })
    columns = Set(try connection.run("SELECT name FROM pragma_table_info('entities')") { $0.text(0) })
  }

  /// Fails if it is a newer version, one that cannot be read any more, or not of a store at all.
  func confirm<Entity>(_ schema: StoreSchema<Entity>, of file: URL) throws(StoreFailure) {
    if isEmpty { return }
    guard mark == Self.mark else { throw .invalid(file: file.path, reason: "it is a database of another program") }
    _ = try schema.migrations(from: version, of: file.path)
  }

  func isUpToDate<Entity>(with schema: StoreSchema<Entity>) -> Bool {
    version == schema.version && indexes == Set(schema.indexes.map(\.index)) && columns.contains("body")
      && !hasChecksums
  }

  /// Whether an earlier program has made it, which had a checksum in every row.
  var hasChecksums: Bool { columns.contains("checksum") }

  static func create(_ connection: SQLiteConnection) throws {
    try connection.run("PRAGMA application_id = \(mark)")
    try connection.run(
      "CREATE TABLE entities (position INTEGER PRIMARY KEY, id BLOB NOT NULL UNIQUE, body BLOB NOT NULL)")
  }
}

extension StoreIndex {
  /// The column of the indexed value.
  var column: String { "value_" + name }
  /// The index on that column.
  var index: String { "by_" + name }
}

extension String {
  /// The text as a name in a statement. A statement ends where a character of the value 0 is.
  var quoted: String { "\"" + replacing("\"", with: "\"\"").replacing("\0", with: "%00") + "\"" }
}
