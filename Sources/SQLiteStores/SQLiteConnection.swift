import Foundation
import Services

/// An error of SQLite, with its code and its text.
struct SQLiteError: Error {
  let code: Int32, reason: String
}

/// An open database, for one thread at a time.
final class SQLiteConnection {
  private static let (row, done): (Int32, Int32) = (100, 101)

  private let library: SQLiteLibrary
  private let database: SQLiteLibrary.Database
  /// The prepared statements, keyed by their SQL.
  private var statements: [String: SQLiteLibrary.Statement] = [:]

  /// Opens an existing file, read-only if it cannot be written.
  init(_ file: URL, _ library: SQLiteLibrary) throws {
    var database: SQLiteLibrary.Database?
    // SQLITE_OPEN_READWRITE, _NOMUTEX. Not _CREATE: SQLite would create a world-readable file.
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

  /// A result row, valid while the closure that receives it runs.
  struct Row {
    fileprivate let library: SQLiteLibrary
    fileprivate let statement: SQLiteLibrary.Statement

    func integer(_ column: Int32) -> Int64 { library.columnInteger(statement, column) }

    func bytes(_ column: Int32) -> Data {
      // The bytes are valid until the next step, so they are copied. SQLite requires reading the bytes before their count.
      guard let start = library.columnBytes(statement, column) else { return Data() }
      return Data(bytes: start, count: Int(library.columnCount(statement, column)))
    }

    func text(_ column: Int32) -> String { String(decoding: bytes(column), as: UTF8.self) }
  }

  /// Runs one statement with its values; returns the results of `read` for each row.
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

  /// The first column of the first row; 0 without rows.
  func integer(_ sql: String) throws -> Int64 { try run(sql) { $0.integer(0) }.first ?? 0 }

  /// The purpose of a transaction.
  enum Purpose: String {
    /// All its statements see the same state of the database.
    case reading = "BEGIN"
    /// Its changes are durable and atomic, and no other connection writes meanwhile.
    case writing = "BEGIN IMMEDIATE"
  }

  /// Whether a transaction could not be ended, which makes this connection useless.
  var isStuck: Bool { library.isIdle(database) == 0 }

  /// Runs `body` as one transaction.
  func transaction<Result>(_ purpose: Purpose, _ body: () throws -> Result) throws -> Result {
    try run(purpose.rawValue)
    do {
      let result = try body()
      try run("COMMIT")
      return result
    } catch {
      // SQLite may have rolled back already. The first error matters, not that of the rollback.
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
    case .null: 0  // what is not bound is null
    case .integer(let value): library.bindInteger(statement, number, value)
    case .real(let value): library.bindReal(statement, number, value)
    case .bytes(let data):
      // SQLite copies the bytes before it returns. A null pointer would bind NULL, hence the pointer for empty data.
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
