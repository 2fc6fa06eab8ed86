import Foundation

/// What SQLite said.
struct SQLiteError: Error {
  /// What became of a call; the rest of the codes is said in words.
  enum Kind {
    case busy, damaged
    /// Something cannot be opened or written that SQLite needs.
    case noAccess
    case other
  }
  let kind: Kind
  let reason: String

  init(code: Int32, reason: String) {
    self.reason = reason
    kind =
      switch code & 0xFF {
      case 5, 6: .busy  // SQLITE_BUSY, SQLITE_LOCKED
      case 11, 26: .damaged  // SQLITE_CORRUPT, SQLITE_NOTADB
      case 8, 14: .noAccess  // SQLITE_READONLY, SQLITE_CANTOPEN
      default: .other
      }
  }
}

/// An open database. For one thread at a time.
final class SQLiteConnection {
  private static let (row, done): (Int32, Int32) = (100, 101)

  private let library: SQLiteLibrary
  private let database: SQLiteLibrary.Database
  /// Prepared once, by their text.
  private var statements: [String: SQLiteLibrary.Statement] = [:]

  /// Opens a file that is there; one that cannot be written is opened to be read.
  init(_ file: URL, _ library: SQLiteLibrary) throws {
    var database: SQLiteLibrary.Database?
    // SQLITE_OPEN_READWRITE, _NOMUTEX. Not _CREATE: SQLite would make a file that everybody can read.
    let code = library.refuse() ?? library.open(file.path, &database, 0x2 | 0x8000, nil)
    guard code == 0, let database else {
      defer { _ = library.close(database) }
      throw SQLiteError(code: code, reason: library.message(database).map { String(cString: $0) } ?? "out of memory")
    }
    self.library = library
    self.database = database
    library.waitForOthers(database)
  }

  deinit {
    for statement in statements.values { _ = library.finalize(statement) }
    _ = library.close(database)
  }

  /// A result row, as long as the closure that gets it runs.
  struct Row {
    fileprivate let library: SQLiteLibrary
    fileprivate let statement: SQLiteLibrary.Statement

    func integer(_ column: Int32) -> Int64 { library.columnInteger(statement, column) }

    func bytes(_ column: Int32) -> Data {
      // Valid until the next step, and copied here; the bytes are asked for before their number, as SQLite wants it.
      guard let start = library.columnBytes(statement, column) else { return Data() }
      return Data(bytes: start, count: Int(library.columnCount(statement, column)))
    }

    func text(_ column: Int32) -> String { String(decoding: bytes(column), as: UTF8.self) }
  }

  /// Runs one statement with its values; gives what `read` makes of each row.
  @discardableResult func run<Result>(
    _ sql: String, _ values: [IndexedValue] = [], read: (Row) throws -> Result
  ) throws -> [Result] {
    let statement = try prepared(sql)
    defer {
      _ = library.reset(statement)
      _ = library.clearBindings(statement)
    }
    for (number, value) in values.enumerated() { try check(bind(value, Int32(number + 1), statement)) }
    var results: [Result] = []
    while true {
      switch library.refuse() ?? library.step(statement) {
      case Self.row: results.append(try read(Row(library: library, statement: statement)))
      case Self.done: return results
      case let code: throw error(code)
      }
    }
  }

  /// Runs one statement for its effect.
  func run(_ sql: String, _ values: [IndexedValue] = []) throws {
    try run(sql, values) { _ in }
  }

  /// The number a statement gives.
  func integer(_ sql: String) throws -> Int64 { try run(sql) { $0.integer(0) }.first ?? 0 }

  /// What a transaction is for.
  enum Purpose: String {
    /// Sees one state of the database, however many statements it has.
    case reading = "BEGIN"
    /// Is made to last, or not made at all; nobody else changes anything meanwhile.
    case writing = "BEGIN IMMEDIATE"
  }

  /// Whether a transaction could not be ended: then this connection is of no use any more.
  var isStuck: Bool { library.isIdle(database) == 0 }

  /// Runs `body` as one transaction.
  func transaction<Result>(_ purpose: Purpose, _ body: () throws -> Result) throws -> Result {
    try run(purpose.rawValue)
    do {
      let result = try body()
      try run("COMMIT")
      return result
    } catch {
      // SQLite may have rolled it back already; why it came to this is what counts.
      if library.isIdle(database) == 0 { try? run("ROLLBACK") }
      throw error
    }
  }

  private func prepared(_ sql: String) throws -> SQLiteLibrary.Statement {
    if let statement = statements[sql] { return statement }
    var statement: SQLiteLibrary.Statement?
    try check(library.refuse() ?? library.prepare(database, sql, -1, &statement, nil))
    guard let statement else { throw SQLiteError(code: 1, reason: "there is nothing to run") }
    statements[sql] = statement
    return statement
  }

  private func bind(_ value: IndexedValue, _ number: Int32, _ statement: SQLiteLibrary.Statement) -> Int32 {
    switch value {
    case .null: library.bindNull(statement, number)
    case .integer(let value): library.bindInteger(statement, number, value)
    case .real(let value): library.bindReal(statement, number, value)
    case .bytes(let data):
      // SQLite copies the bytes before it returns. No bytes at all would be bound as NULL, hence the pointer to none.
      data.withUnsafeBytes { bytes in
        withUnsafeBytes(of: UInt8(0)) { none in
          library.bindBytes(statement, number, bytes.baseAddress ?? none.baseAddress, Int32(clamping: bytes.count), -1)
        }
      }
    }
  }

  private func check(_ code: Int32) throws {
    if code != 0 { throw error(code) }
  }

  private func error(_ code: Int32) -> SQLiteError {
    SQLiteError(code: code, reason: library.message(database).map { String(cString: $0) } ?? "code \(code)")
  }
}
