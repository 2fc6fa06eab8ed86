import Fixtures
import Foundation
import SQLiteStores
import Services
import Signals
import SignalsTesting
import Testing

/// Databases whose schema was not made by a store: no code of a file runs.
@Suite struct SQLiteFormatTests: SQLiteSuite {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder(inMemory: true) }

  /// Without an end.
  private static let endless =
    "WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT x AS position, x AS id, '{}' AS body FROM n"
  private static let remade = "(position INTEGER PRIMARY KEY, id BLOB NOT NULL UNIQUE, body BLOB NOT NULL"

  @Test(
    "the name of an index has one form in the file, whatever Unicode form it is given in", arguments: [false, true])
  func unicode(_ isComposed: Bool) throws {
    func store(_ name: String) -> SQLiteStore<Note> {
      SQLiteStore(at: url, schema: StoreSchema(indexes: [StoreIndex(name, \.due)]))
    }
    let names = ["caf\u{E9}", "cafe\u{301}"]
    try store(names[isComposed ? 0 : 1]).save(Note(1, due: 3)).answer()
    let other = store(names[isComposed ? 1 : 0])
    try other.save(Note(2, due: 2)).answer()
    #expect(try other.entities(Query().ordered(by: \.due)).answer().map(\.id) == [2, 1])
  }

  private static let foreignRows: [(sql: String, part: String)] = [
    ("CREATE TRIGGER evil BEFORE INSERT ON entities BEGIN SELECT RAISE(IGNORE); END", "trigger 'evil'"),
    ("CREATE VIEW evil AS SELECT 1", "view 'evil'"),
    ("ALTER TABLE entities RENAME TO old; CREATE VIEW entities AS \(endless)", "table 'old'"),
    ("DROP TABLE entities; CREATE VIEW entities AS \(endless)", "view 'entities'"),
    ("ALTER TABLE entities ADD COLUMN value_b AS (zeroblob(1000000000))", "table 'entities'"),
    ("ALTER TABLE entities ADD COLUMN value_b DEFAULT 7", "table 'entities'"),
    ("DROP TABLE entities; CREATE TABLE entities \(remade) CHECK (length(body) > 9))", "table 'entities'"),
    ("DROP TABLE entities; CREATE TABLE entities \(remade), FOREIGN KEY (id) REFERENCES entities)", "table 'entities'"),
    ("CREATE TABLE other (a)", "table 'other'"),
    ("CREATE INDEX by_body ON entities (length(body))", "index 'by_body'"),
    ("CREATE UNIQUE INDEX by_body ON entities (body)", "index 'by_body'"),
    ("CREATE INDEX by_position ON entities (value_due) WHERE value_due > 7", "index 'by_position'"),
    ("CREATE TABLE \"a\u{1B}[2Jb\nc\" (a)", "table 'a [2Jb c'"),
  ]

  @Test("a database with a part that no store makes is refused, and stays unchanged", arguments: foreignRows)
  func foreign(_ sql: String, _ part: String) throws {
    try store().save(Note(1)).answer()
    try Database.run(sql, in: url)
    let content = try bytes(),
      failure = StoreFailure.invalid(file: url.path, reason: "its \(part) was not made by a store")
    #expect(store().failureOfEveryCall(with: Note(2)) == failure)
    #expect(try bytes() == content)
  }

  @Test("an open store notices such a part before its next change") func meanwhile() throws {
    let store = store()
    try store.save(Note(1)).answer()
    let live = Recorder(store.observe(Query()).map { $0.map(\.id) })
    try Database.run(Self.foreignRows[0].sql, in: url)
    let failure = StoreFailure.invalid(file: url.path, reason: "its trigger 'evil' was not made by a store")
    #expect(outcome(store.save(Note(2))).failure == failure)
    #expect(live.failure == failure)
    try Database.run("DROP TRIGGER evil", in: url)
    try store.save(Note(2)).answer()
    #expect(try store.all == [Note(1), Note(2)])
  }

  @Test("columns and indexes of other schemas of the app, and statistics of SQLite, are no foreign parts") func own()
    throws
  {
    for name in ["a", "\"b' c\"", "ü", "due"] {
      try store(StoreSchema(indexes: [StoreIndex(name, \.due)])).save(Note(1)).answer()
      #expect(try store(StoreSchema(indexes: [StoreIndex(name, \.due)])).all == [Note(1)])
      try Database.run("ANALYZE", in: url)
    }
  }

  @Test("rows that share their pages do not take more memory than the file") func shared() throws {
    // The length leaves a short part of each row in the first page, so that this page holds all of them.
    let text = String(repeating: "x", count: 998_913), store = store(StoreSchema())
    try store.commit((0..<7).map { .save(Note($0, text)) }).answer()
    var damaged = try bytes()
    /// The place of the number of the row's second page, after the part of its body in the first one.
    func pointer(_ id: Int) throws -> Int {
      let start = try #require(damaged.range(of: Data(#""id":\#(id),"text":"x"#.utf8))).upperBound
      return try #require(damaged[start...].firstIndex { $0 != UInt8(ascii: "x") })
    }
    // All rows continue in the pages of the first one, and the file ends after these.
    let places = try (0..<7).map(pointer), first = damaged[places[0]..<places[0] + 4]
    let second = damaged[places[1]..<places[1] + 4]
    for place in places { damaged.replaceSubrange(place..<place + 4, with: first) }
    let count = second.reduce(0) { $0 << 8 | Int($1) } - 1
    damaged.replaceSubrange(28..<32, with: second.dropLast() + [second.last.map { $0 - 1 } ?? 0])
    try damaged.prefix(count * 4096).write(to: url)
    #expect(count * 4096 < 1_100_000)
    let failure = StoreFailure.invalid(file: url.path, reason: "its rows are longer than the file")
    #expect(outcome(store.entities(Query())).failure == failure)
  }
}

/// A database as another program uses it.
private enum Database {
  private typealias Open = @convention(c) (UnsafePointer<CChar>, UnsafeMutablePointer<OpaquePointer?>) -> Int32
  private typealias Close = @convention(c) (OpaquePointer?) -> Int32
  private typealias Execute =
    @convention(c) (OpaquePointer?, UnsafePointer<CChar>, OpaquePointer?, OpaquePointer?, OpaquePointer?) -> Int32

  static func run(_ sql: String, in file: URL) throws {
    let names = ["libsqlite3.so.0", "libsqlite3.so", "/usr/lib/libsqlite3.dylib"]
    let library = try #require(names.lazy.compactMap { dlopen($0, RTLD_NOW) }.first)
    // The types are those of SQLite's header.
    func function<Function>(_ name: String, _ type: Function.Type) throws -> Function {
      unsafeBitCast(try #require(dlsym(library, name)), to: type)
    }
    var database: OpaquePointer?
    let opened = try function("sqlite3_open", Open.self)(file.path, &database)
    let executed = try function("sqlite3_exec", Execute.self)(database, sql, nil, nil, nil)
    _ = try function("sqlite3_close", Close.self)(database)
    try #require(opened == 0)
    try #require(executed == 0, "\(sql)")
  }
}
