import Foundation

/// The format of a database: a table `entities(position, id, body, "value_<name of an index>"…)`, where `position` orders by age and
/// `body` is the entity as JSON, with an index `"by_<name>"` for each value.
struct SQLiteFormat {
  /// The application id of these files: "Sv6s".
  private static let mark: Int64 = 0x5376_3673

  private let mark: Int64
  let version: Int
  /// Whether the database is new.
  let isEmpty: Bool
  /// The names of the indexes for queries.
  let indexes: Set<String>
  /// The names of the columns.
  let columns: Set<String>

  /// Reads the format inside a transaction, so that no other program can migrate the database between the statements.
  init(inTransactionOf connection: SQLiteConnection) throws {
    mark = try connection.integer("PRAGMA application_id")
    version = Int(try connection.integer("PRAGMA user_version"))
    isEmpty = try connection.integer("SELECT count(*) FROM sqlite_master") == 0
    let named = "SELECT name FROM sqlite_master WHERE type = 'index' AND sql IS NOT NULL"
    indexes = Set(try connection.run(named) { $0.text(0) })
    columns = Set(try connection.run("SELECT name FROM pragma_table_info('entities')") { $0.text(0) })
  }

  /// Throws if the version is too new or too old, or if the database belongs to another program.
  func confirm<Entity>(_ schema: StoreSchema<Entity>, of file: URL) throws(StoreFailure) {
    if isEmpty { return }
    guard mark == Self.mark else { throw .invalid(file: file.path, reason: "it is a database of another program") }
    _ = try schema.migrations(from: version, of: file.path)
  }

  func isUpToDate<Entity>(with schema: StoreSchema<Entity>) -> Bool {
    version == schema.version && indexes == Set(schema.indexes.map(\.index)) && columns.contains("body")
      && !hasChecksums
  }

  /// Whether the rows have a checksum, as in earlier versions.
  var hasChecksums: Bool { columns.contains("checksum") }

  static func create(_ connection: SQLiteConnection) throws {
    try connection.run("PRAGMA application_id = \(mark)")
    try connection.run(
      "CREATE TABLE entities (position INTEGER PRIMARY KEY, id BLOB NOT NULL UNIQUE, body BLOB NOT NULL)")
  }
}

extension StoreSchema {
  /// The reason why a database cannot have this schema, and what to do; nil if it can.
  var mistake: String? {
    var names: Set<String> = []
    if let index = indexes.first(where: { !names.insert($0.column.lowercased()).inserted }) {
      return "two indexes named '\(index.name)'; give each its own name"
    }
    if (1...Int(Int32.max)).contains(version) { return nil }
    return "version \(version), which SQLite cannot store; choose one from 1 to \(Int32.max)"
  }
}

extension StoreIndex {
  /// The column of the indexed value.
  var column: String { "value_" + inDatabase }
  /// The index on that column.
  var index: String { "by_" + inDatabase }
  /// The name without NUL, which would end a statement.
  private var inDatabase: String { name.replacing("\0", with: "%00") }
}

extension String {
  /// The text as a quoted name in a statement.
  var quoted: String { "\"" + replacing("\"", with: "\"\"") + "\"" }
}
