import Foundation

/// What a database says of itself.
struct SQLiteFormat {
  /// Tells this program's files from those of others: "Sv6s".
  private static let mark: Int64 = 0x5376_3673

  private let mark: Int64
  /// As the file's header says it.
  private let version: Int
  /// As its table says it; nil if there is none.
  private let confirmed: Int?
  /// Whether there is nothing in it at all: it was just made.
  let isEmpty: Bool
  /// The names of the indexes that were made for queries.
  let indexes: Set<String>
  /// The names of the columns.
  let columns: Set<String>

  /// Inside of a transaction: it takes several looks, between which another program could make the database, or migrate it.
  init(inTransactionOf connection: SQLiteConnection) throws {
    mark = try connection.integer("PRAGMA application_id")
    version = Int(try connection.integer("PRAGMA user_version"))
    // Another program may have a table of that name, too.
    let isConfirmed =
      try mark == Self.mark
      && connection.integer("SELECT count(*) FROM sqlite_master WHERE name = 'format'") > 0
    confirmed = isConfirmed ? Int(try connection.integer("SELECT version FROM format")) : nil
    isEmpty = try connection.integer("SELECT count(*) FROM sqlite_master") == 0
    indexes = Set(
      try connection.run("SELECT name FROM sqlite_master WHERE type = 'index' AND sql IS NOT NULL") { $0.text(0) })
    columns = Set(try connection.run("SELECT name FROM pragma_table_info('entities')") { $0.text(0) })
  }

  init(_ connection: SQLiteConnection) throws {
    self = try connection.transaction(.reading) { try Self(inTransactionOf: connection) }
  }

  /// The steps from what is there to the schema; fails if it is newer, or not of a store at all.
  func migrations<Entity>(to schema: StoreSchema<Entity>, of file: URL) throws(StoreFailure) -> [StoreMigration] {
    if isEmpty { return [] }
    guard mark == Self.mark else { throw .invalid(file: file.path, reason: "it is a database of another program") }
    // A version that nobody has written is damage, not news.
    guard confirmed == nil || confirmed == version else {
      throw .invalid(file: file.path, reason: "it has format \(version) in one place and \(confirmed ?? 0) in another")
    }
    return try schema.migrations(from: version, of: file.path)
  }

  func isUpToDate<Entity>(with schema: StoreSchema<Entity>) -> Bool {
    !isEmpty && version == schema.version && confirmed == version
      && indexes == Set(schema.indexes.map(\.index))
  }

  static func create(_ connection: SQLiteConnection) throws {
    try connection.run("PRAGMA application_id = \(mark)")
    try connection.run(
      """
      CREATE TABLE entities (
        position INTEGER PRIMARY KEY, id BLOB NOT NULL UNIQUE, body BLOB NOT NULL, checksum INTEGER NOT NULL
      )
      """)
  }

  /// Writes the version twice: nothing else would tell when the one in the header is damaged.
  static func write(version: Int, _ connection: SQLiteConnection) throws {
    try connection.run("PRAGMA user_version = \(version)")
    try connection.run("CREATE TABLE IF NOT EXISTS format (version INTEGER NOT NULL)")
    try connection.run("DELETE FROM format")
    try connection.run("INSERT INTO format VALUES (?)", [.integer(Int64(version))])
  }
}

extension SQLiteFormat {
  /// Two numbers that are cheap to ask for, and others when the version, a table or an index has changed.
  struct Stamp: Equatable {
    private let version: Int64, tables: Int64

    init(_ connection: SQLiteConnection) throws {
      version = try connection.integer("PRAGMA user_version")
      tables = try connection.integer("PRAGMA schema_version")
    }
  }
}

extension StoreIndex {
  /// The column of the indexed value. The name has nothing in it that would have to be quoted.
  var column: String { "value_" + name }
  /// The index on that column.
  var index: String { "by_" + name }
}
