import Foundation
import Services

/// The functions of the system's SQLite, looked up at run time. Building needs no development package, and a machine without
/// the library can use the other stores.
struct SQLiteLibrary: Sendable {
  typealias Database = OpaquePointer
  typealias Statement = OpaquePointer
  /// The destructor of bound bytes: always SQLITE_TRANSIENT (-1), which makes SQLite copy them.
  typealias Destructor = Int

  let open:
    @convention(c) (UnsafePointer<CChar>, UnsafeMutablePointer<Database?>, Int32, UnsafePointer<CChar>?) -> Int32
  let close: @convention(c) (Database?) -> Int32
  let message: @convention(c) (Database?) -> UnsafePointer<CChar>?
  let busyHandler:
    @convention(c) (Database, @convention(c) (UnsafeMutableRawPointer?, Int32) -> Int32, UnsafeMutableRawPointer?) ->
      Int32
  let prepare:
    @convention(c) (Database, UnsafePointer<CChar>, Int32, UnsafeMutablePointer<Statement?>, OpaquePointer?) -> Int32
  let finalize: @convention(c) (Statement) -> Int32
  let reset: @convention(c) (Statement) -> Int32
  let clearBindings: @convention(c) (Statement) -> Int32
  /// 0 inside a transaction.
  let isIdle: @convention(c) (Database) -> Int32
  let step: @convention(c) (Statement) -> Int32
  let bindInteger: @convention(c) (Statement, Int32, Int64) -> Int32
  let bindReal: @convention(c) (Statement, Int32, Double) -> Int32
  let bindBytes: @convention(c) (Statement, Int32, UnsafeRawPointer?, Int32, Destructor) -> Int32
  let columnInteger: @convention(c) (Statement, Int32) -> Int64
  let columnBytes: @convention(c) (Statement, Int32) -> UnsafeRawPointer?
  let columnCount: @convention(c) (Statement, Int32) -> Int32

  /// The milliseconds to wait for another process. A change usually takes a few.
  var busyTimeout: Int32 = 0
  /// Lets tests fail the next call: returns its error code, or nil to make the call.
  var refuse: @Sendable () -> Int32? = { nil }

  /// The library's file names, the likeliest first.
  #if canImport(Darwin)
    static let names = ["/usr/lib/libsqlite3.dylib"]
  #else
    static let names = ["libsqlite3.so.0", "libsqlite3.so"]
  #endif

  /// The first of these libraries that can be opened.
  init(anyOf names: [String]) throws(StoreFailure) {
    do throws(SystemLibrary.Missing) {
      self = try SystemLibrary.first(of: names) { library throws(SystemLibrary.Missing) in try SQLiteLibrary(library) }
    } catch {
      throw .unavailable(library: names.first ?? "SQLite", reason: error.reason)
    }
  }

  /// Makes a database wait up to ``busyTimeout`` for other processes. It polls every millisecond: SQLite's own timeout polls so rarely
  /// that a program that writes constantly would starve the others.
  func waitForOthers(_ database: Database) {
    // The pointer carries the number and is never dereferenced.
    _ = busyHandler(
      database,
      { busyTimeout, count in
        if Int(count) >= Int(bitPattern: busyTimeout) { return 0 }
        usleep(1_000)
        return 1
      }, UnsafeMutableRawPointer(bitPattern: Int(busyTimeout)))
  }

  private init(_ library: SystemLibrary) throws(SystemLibrary.Missing) {
    open = try library.function("sqlite3_open_v2")
    close = try library.function("sqlite3_close_v2")
    message = try library.function("sqlite3_errmsg")
    busyHandler = try library.function("sqlite3_busy_handler")
    prepare = try library.function("sqlite3_prepare_v2")
    finalize = try library.function("sqlite3_finalize")
    reset = try library.function("sqlite3_reset")
    clearBindings = try library.function("sqlite3_clear_bindings")
    isIdle = try library.function("sqlite3_get_autocommit")
    step = try library.function("sqlite3_step")
    bindInteger = try library.function("sqlite3_bind_int64")
    bindReal = try library.function("sqlite3_bind_double")
    bindBytes = try library.function("sqlite3_bind_blob")
    columnInteger = try library.function("sqlite3_column_int64")
    columnBytes = try library.function("sqlite3_column_blob")
    columnCount = try library.function("sqlite3_column_bytes")
  }
}
