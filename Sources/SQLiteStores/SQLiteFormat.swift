import Foundation
import Services

/// The format of a database: a table `entities(position, id, body, "value_<name of an index>"…)`, where `position` orders by age and
/// `body` is the entity as JSON, with an index `"by_<name>"` for each value.
struct SQLiteFormat {
  /// The application id of these files: "Sv6t", or "Sv6s" if the ids are JSON.
  private static let (mark, markOfJSON): (Int64, Int64) = (0x5376_3674, 0x5376_3673)

  private let mark: Int64
  /// Whether the ids are JSON, as older stores wrote them.
  var hasJSON: Bool { mark == Self.markOfJSON }
  let version: Int
  /// Whether the database is new.
  let isEmpty: Bool
  /// The names of the indexes for queries.
  let indexes: Set<String>
  /// The names of the columns.
  let columns: Set<String>
  /// A part of the schema that no store creates, such as `trigger 'a'`; nil if there is none. A trigger, a view or a computed
  /// column would run code of the file.
  private let foreign: String?

  /// Reads the format inside a transaction, so that no other program can migrate the database between the statements.
  init(inTransactionOf connection: SQLiteConnection) throws {
    mark = try connection.integer("PRAGMA application_id")
    version = Int(try connection.integer("PRAGMA user_version"))
    let parts = try connection.run("SELECT type, name, sql FROM sqlite_master") { row in
      (type: row.text(0), name: row.text(1), sql: row.text(2))
    }
    isEmpty = parts.isEmpty
    // SQLite itself creates the index without a statement.
    indexes = Set(parts.filter { $0.type == "index" && !$0.sql.isEmpty }.map(\.name))
    let names = try connection.run("SELECT name FROM pragma_table_info('entities') ORDER BY cid") { $0.text(0) }
    columns = Set(names)
    let table = Self.table + names.dropFirst(3).map { ", " + $0.quoted }.joined() + ")"
    foreign = parts.first { type, name, sql in
      switch type {
      // ANALYZE, of any tool, makes tables of statistics.
      case "table": sql != table && !Self.statistics.contains(sql)
      case "index": !sql.isEmpty && sql != Self.index(on: name.dropFirst(Self.indexPrefix.count))
      default: true
      }
    }.map { SingleLine.text("\($0.type.prefix(20)) '\($0.name.prefix(50))'") }
  }

  private static let statistics = [
    "CREATE TABLE sqlite_stat1(tbl,idx,stat)", "CREATE TABLE sqlite_stat4(tbl,idx,neq,nlt,ndlt,sample)",
  ]

  /// The statement that creates the table, without the columns for indexes and the last parenthesis. SQLite stores it as it is.
  private static let table =
    "CREATE TABLE entities (position INTEGER PRIMARY KEY, id BLOB NOT NULL UNIQUE, body BLOB NOT NULL"
  fileprivate static let (indexPrefix, columnPrefix) = ("by_", "value_")

  /// The statement that creates the index with that name.
  static func index(on name: some StringProtocol) -> String {
    "CREATE INDEX \((indexPrefix + name).quoted) ON entities (\((columnPrefix + name).quoted))"
  }

  /// Throws if the version is too new or too old, or if the database belongs to another program.
  func confirm<Entity>(_ schema: StoreSchema<Entity>, of file: URL) throws(StoreFailure) {
    if isEmpty { return }
    guard hasJSON || mark == Self.mark else {
      throw .invalid(file: file.path, reason: "it is a database of another program")
    }
    if let foreign { throw .invalid(file: file.path, reason: "its \(foreign) was not made by a store") }
    _ = try schema.migrations(from: version, of: file.path)
  }

  func isUpToDate<Entity>(with schema: StoreSchema<Entity>) -> Bool {
    version == schema.version && !hasJSON && indexes == Set(schema.indexes.map(\.index)) && !isEmpty && foreign == nil
  }

  static func create(_ connection: SQLiteConnection) throws { try connection.run(table + ")") }

  static func mark(_ connection: SQLiteConnection, version: Int) throws {
    try connection.run("PRAGMA application_id = \(mark)")
    try connection.run("PRAGMA user_version = \(version)")
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
  var column: String { SQLiteFormat.columnPrefix + inDatabase }
  /// The index on that column.
  var index: String { SQLiteFormat.indexPrefix + inDatabase }
  /// The name in composed form, because SQLite compares bytes, and without NUL, which would end a statement.
  var inDatabase: String { name.precomposedStringWithCanonicalMapping.replacing("\0", with: "%00") }
}

extension String {
  /// The text as a quoted name in a statement.
  var quoted: String { "\"" + replacing("\"", with: "\"\"") + "\"" }
}
