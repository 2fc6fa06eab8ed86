import Foundation

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The functions of the machine's SQLite, found when the program runs: building needs no development package, and a machine
/// without the library can use the other stores.
struct SQLiteLibrary: Sendable {
  typealias Database = OpaquePointer
  typealias Statement = OpaquePointer
  /// What SQLite calls when bound bytes are no longer needed; only ever the number -1, which makes it copy them.
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
  let bindNull: @convention(c) (Statement, Int32) -> Int32
  let bindInteger: @convention(c) (Statement, Int32, Int64) -> Int32
  let bindReal: @convention(c) (Statement, Int32, Double) -> Int32
  let bindBytes: @convention(c) (Statement, Int32, UnsafeRawPointer?, Int32, Destructor) -> Int32
  let columnInteger: @convention(c) (Statement, Int32) -> Int64
  let columnBytes: @convention(c) (Statement, Int32) -> UnsafeRawPointer?
  let columnCount: @convention(c) (Statement, Int32) -> Int32

  /// The milliseconds it waits at least for another process: a change is over in a few.
  var patience: Int32 = 5_000
  /// The code that the next call gives without being made; nil lets it be made. For tests: a machine that fails at a given call
  /// cannot be had otherwise.
  var refuse: @Sendable () -> Int32? = { nil }

  /// The names the library goes by, the likeliest first.
  #if canImport(Darwin)
    static let names = ["libsqlite3.dylib"]
  #else
    static let names = ["libsqlite3.so.0", "libsqlite3.so"]
  #endif

  /// The first of these libraries there is.
  init(anyOf names: [String]) throws(StoreFailure) {
    do throws(SystemLibrary.Missing) {
      self = try SystemLibrary.first(of: names) { library throws(SystemLibrary.Missing) in try SQLiteLibrary(library) }
    } catch {
      throw .unavailable(library: names.first ?? "SQLite", reason: error.reason)
    }
  }

  /// Lets a database wait for other processes as long as ``patience`` says. It looks every millisecond: SQLite's own timeout looks so
  /// rarely that a program that writes all the time hardly lets another one in.
  func waitForOthers(_ database: Database) {
    // The number itself is handed over, in the place of a pointer that nobody follows.
    _ = busyHandler(
      database,
      { patience, count in
        if Int(count) >= Int(bitPattern: patience) { return 0 }
        usleep(1_000)
        return 1
      }, UnsafeMutableRawPointer(bitPattern: Int(patience)))
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
    bindNull = try library.function("sqlite3_bind_null")
    bindInteger = try library.function("sqlite3_bind_int64")
    bindReal = try library.function("sqlite3_bind_double")
    bindBytes = try library.function("sqlite3_bind_blob")
    columnInteger = try library.function("sqlite3_column_int64")
    columnBytes = try library.function("sqlite3_column_blob")
    columnCount = try library.function("sqlite3_column_bytes")
  }
}
