import Foundation
import Services
import Signals
import SignalsTesting
import Testing

@Suite struct SQLiteStoreTests {
  private let folder: TemporaryFolder
  private let url: URL

  init() throws {
    folder = try TemporaryFolder()
    url = folder.file("a/b c/ü?#%41/notes.sqlite")
  }

  private func store(_ schema: StoreSchema<Note> = .indexed) -> SQLiteStore<Note> {
    SQLiteStore(at: url, schema: schema)
  }

  private func bytes() throws -> Data { try Data(contentsOf: url) }

  @Test("another store at the same place sees what was saved, in a folder that was made") func reopening() throws {
    try outcome(store().save(Note(1, "one"))).get()
    #expect(outcome(store().entities(Query())) == .success([Note(1, "one")]))
    let mode = try FileManager.default.attributesOfItem(atPath: url.path)[.posixPermissions] as? Int
    #expect(mode == 0o600)
  }

  @Test("at a link the file, and the log that a killed program left, are where the link leads") func links() throws {
    let link = folder.file("link.sqlite"), log = URL(fileURLWithPath: url.path + "-wal")
    var killed: SQLiteStore<Note>? = store()
    try killed.map { try outcome($0.save(Note(1))).get() }
    let (file, logged) = (try bytes(), try Data(contentsOf: log))
    killed = nil
    try file.write(to: url)
    try logged.write(to: log)
    try FileManager.default.createSymbolicLink(at: link, withDestinationURL: url)
    let linked = SQLiteStore<Note>(at: link, schema: .indexed)
    try outcome(linked.save(Note(2))).get()
    #expect(outcome(linked.entities(Query())) == .success([Note(1), Note(2)]))
    #expect(outcome(store().entities(Query())) == .success([Note(1), Note(2)]))
    #expect(folder.names == ["a", "link.sqlite"])
  }

  @Test("a version that was not written is damage, not news") func damagedVersion() throws {
    try outcome(store().save(Note(1))).get()
    var damaged = try bytes()
    // The last byte of the version in the header.
    damaged[63] = 7
    try damaged.write(to: url)
    let reason = "it has format 7 in one place and 1 in another"
    #expect(
      outcome(store().entities(Query())).failure
        == .invalid(file: url.path, reason: reason, copy: url.path + ".damaged"))
    #expect(try bytes() == damaged && Data(contentsOf: url.appendingPathExtension("damaged")) == damaged)
  }

  @Test("looking makes no file") func looking() throws {
    #expect(outcome(store().entities(Query())) == .success([]))
    #expect(outcome(store().entity(1)) == .success(nil))
    #expect(folder.names == [])
  }

  @Test("two stores may use the file at the same time, and each sees what the other has saved") func sharing() throws {
    let store = store(), other = self.store()
    try outcome(store.save(Note(1))).get()
    try outcome(other.save(Note(2))).get()
    try outcome(store.save(Note(3))).get()
    #expect(outcome(other.entities(Query())) == .success([Note(1), Note(2), Note(3)]))
  }

  @Test("a program that was killed while the log was moved into the file has lost nothing") func halfMoved() throws {
    let log = URL(fileURLWithPath: url.path + "-wal")
    let notes = (0..<100).map { Note($0, String(repeating: "long ", count: 100)) }
    var store: SQLiteStore<Note>? = store()
    try outcome(self.store().save(Note(-1))).get()
    try store.map { try outcome($0.commit(notes.map { .save($0) })).get() }
    let (before, logged) = (try bytes(), try Data(contentsOf: log))
    // The last to go moves all of the log.
    store = nil
    let after = try bytes()
    #expect(after.count > before.count)
    // Killed after the first page.
    try (after.prefix(4096) + before.dropFirst(4096)).write(to: url)
    try logged.write(to: log)
    #expect(outcome(self.store().entities(Query())).map(\.count) == .success(101))
  }

  @Test("a query that an index answers looks at nothing else, and is sorted by it") func plans() throws {
    let store = store(), day = Date(timeIntervalSinceReferenceDate: 0)
    try outcome(store.commit((0..<100).map { .save(Note($0, due: Double($0))) })).get()
    let between = Query<Note>().between(\.due, day, day + 9)
    for query in [between, between.ordered(by: \.due), between.ordered(by: \.due).limited(to: 5, offset: 2)] {
      let plan = try outcome(store.plan(query)).get()
      #expect(plan.first == "SEARCH entities USING INDEX by_due (value_due>? AND value_due<?)")
    }
    let sorted = try outcome(store.plan(between.ordered(by: \.due).limited(to: 5))).get()
    #expect(sorted.count == 1, "nothing is sorted after it was found: \(sorted)")
    #expect(try outcome(store.plan(Query().ordered(by: \.due))).get() == ["SCAN entities USING INDEX by_due"])
  }

  @Test("an index that is asked for later is made of what is there, and one that is not is no more") func newIndexes()
    throws
  {
    let notes = (0..<20).map { Note($0, "\($0 % 7)", due: Double($0)) }
    try outcome(store(StoreSchema(indexes: [StoreIndex("due", \.due)])).commit(notes.map { .save($0) })).get()
    let later = store(StoreSchema(indexes: [StoreIndex("text", \.text)]))
    let query = Query<Note>().between(\.text, "2", "4").ordered(by: \.text)
    #expect(outcome(later.entities(query)) == .success(query.select(from: notes)))
    #expect(try outcome(later.plan(query)).get().first?.contains("USING INDEX by_text") == true)
    #expect(try outcome(later.plan(Query().ordered(by: \.due))).get().first?.contains("by_due") == false)
    try outcome(later.save(Note(3, "3", due: -1))).get()
    let again = store(.indexed), sorted = Query<Note>().ordered(by: \.due).limited(to: 1)
    #expect(outcome(again.entities(sorted)) == .success([Note(3, "3", due: -1)]))
  }

  @Test("data of an older version is migrated, all of it or nothing; of a newer version it is not touched")
  func versions() throws {
    try outcome(SQLiteStore(at: url, schema: StoreSchemaTests.first).save(.init(id: 1, title: "milk"))).get()
    let third = store(StoreSchemaTests.third)
    #expect(outcome(third.entities(Query().ordered(by: \.due))) == .success([Note(1, "MILK", due: 7)]))
    try outcome(third.save(Note(2))).get()
    #expect(outcome(store(StoreSchemaTests.third).entities(Query())).map(\.count) == .success(2))

    let content = try Data(contentsOf: url)
    let older = SQLiteStore(at: url, schema: StoreSchemaTests.first)
    let failure = StoreFailure.newer(file: url.path, version: 3, supported: 1)
    #expect(throws: failure) { try outcome(older.entities(Query())).get() }
    #expect(throws: failure) { try outcome(older.save(.init(id: 1, title: ""))).get() }
    #expect(try Data(contentsOf: url) == content)
  }

  @Test("a migration that fails leaves everything as it was") func failedMigration() throws {
    let before = StoreSchema<StoreSchemaTests.FirstNote>()
    try outcome(SQLiteStore(at: url, schema: before).commit([1, 2].map { .save(.init(id: $0, title: "\($0)")) })).get()
    let schema = StoreSchema<Note>(
      version: 2, migrations: [StoreMigration(from: 1) { (old: StoreSchemaTests.SecondNote) in Note(old.id) }])
    guard
      case .failure(.invalid(url.path, "entities[0].name is missing", _?)) = outcome(store(schema).entities(Query()))
    else {
      Issue.record("\(outcome(store(schema).entities(Query())))")
      return
    }
    #expect(
      outcome(SQLiteStore(at: url, schema: before).entities(Query())).map { $0.map(\.title) } == .success(["1", "2"]))
  }

  @Test(
    "a file of another kind is refused, copied and left as it is",
    arguments: ["rubbish", "SQLite format 3\u{0}rubbish"])
  func foreign(_ text: String) throws {
    let content = Data(repeatElement(Data(text.utf8), count: 1000).joined())
    try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try content.write(to: url)
    for _ in 1...2 {
      let copy = url.path + ".damaged"
      guard case .failure(.invalid(url.path, _, copy)) = outcome(store().save(Note(1))) else {
        Issue.record("\(outcome(store().save(Note(1))))")
        return
      }
      #expect(try Data(contentsOf: URL(fileURLWithPath: copy)) == content)
    }
    #expect(try bytes() == content)
  }

  @Test("a damaged file with a log beside it is left as it is, and so is the log; both are copied")
  func damagedWithLog()
    throws
  {
    let log = URL(fileURLWithPath: url.path + "-wal")
    let notes = (0..<100).map { Note($0, String(repeating: "long ", count: 100)) }
    try outcome(store().commit(notes.map { .save($0) })).get()
    var writer: SQLiteStore<Note>? = store()
    try writer.map { try outcome($0.save(Note(100))).get() }
    // As a killed program leaves them, and noise in the file besides.
    var (damaged, logged) = (try bytes(), try Data(contentsOf: log))
    writer = nil
    let place = try #require(damaged.range(of: Data(#""text":"long long"#.utf8))).upperBound
    damaged[place] ^= 1
    try damaged.write(to: url)
    try logged.write(to: log)
    for _ in 1...2 {
      guard case .failure(.invalid(url.path, _, let copy?)) = outcome(store().save(Note(1))) else {
        Issue.record("\(outcome(store().save(Note(1))))")
        return
      }
      #expect(copy == url.path + ".damaged")
      #expect(try bytes() == damaged)
      #expect(try Data(contentsOf: log) == logged)
      #expect(try Data(contentsOf: URL(fileURLWithPath: copy)) == damaged)
      #expect(try Data(contentsOf: URL(fileURLWithPath: copy + "-wal")) == logged)
    }
  }

  @Test("what is found to be damaged while it is in use is left as it is, with its log") func damagedInUse() throws {
    let log = URL(fileURLWithPath: url.path + "-wal"), store = store()
    let notes = (0..<10_000).map { Note($0, String(repeating: "long ", count: 100)) }
    try outcome(self.store().commit(notes.map { .save($0) })).get()
    try outcome(store.save(Note(1))).get()
    var damaged = try bytes()
    let logged = try Data(contentsOf: log)
    let place = try #require(damaged.range(of: Data(#""id":100,"text":"long long"#.utf8))).upperBound
    damaged[place] ^= 1
    let file = try FileHandle(forWritingTo: url)
    try file.seek(toOffset: UInt64(place))
    try file.write(contentsOf: damaged[place...place])
    try file.close()
    guard case .failure(.invalid(url.path, _, let copy?)) = outcome(store.entity(100)) else {
      Issue.record("\(outcome(store.entity(100)))")
      return
    }
    #expect(try bytes() == damaged)
    #expect(try Data(contentsOf: log) == logged)
    #expect(try Data(contentsOf: URL(fileURLWithPath: copy)) == damaged)
    #expect(try Data(contentsOf: URL(fileURLWithPath: copy + "-wal")) == logged)
  }

  @Test("a copy of a damaged file takes no locks from who has it open") func locks() throws {
    let reader = store()
    try outcome(reader.save(Note(1))).get()
    #expect(try ChildProcess("store-writer", ["locked", url.path]).lines() == ["locked"])
    struct Other: Codable, Identifiable { let id: Int, title: String }
    let other = SQLiteStore<Other>(at: url)
    guard case .failure(.invalid(_, _, let copy?)) = outcome(other.entities(Query())) else {
      Issue.record("\(outcome(other.entities(Query())))")
      return
    }
    #expect(try ChildProcess("store-writer", ["locked", url.path]).lines() == ["locked"])
    #expect(outcome(SQLiteStore<Note>(at: URL(fileURLWithPath: copy)).entities(Query())) == .success([Note(1)]))
    withExtendedLifetime(reader) {}
  }

  @Test("a database of another program is refused, and not written to, whatever its tables are called")
  func otherProgram() throws {
    try outcome(store().save(Note(1))).get()
    var content = try bytes()
    content.replaceSubrange(68..<72, with: Data("abcd".utf8))
    let table = try #require(content.firstRange(of: Data("format (version".utf8)))
    content.replaceSubrange(table, with: Data("format (flavour".utf8))
    try content.write(to: url)
    let failure = StoreFailure.invalid(
      file: url.path, reason: "it is a database of another program", copy: url.path + ".damaged")
    #expect(outcome(store().entities(Query())) == .failure(failure))
    #expect(try bytes() == content)
  }

  @Test("without the library the failure names it, and other stores work") func noLibrary() throws {
    let store = SQLiteStore<Note>(at: url, libraries: ["libnosuchsqlite.so.0", "libnosuchsqlite.dylib"])
    let failures = [
      outcome(store.entities(Query())).map { _ in }, outcome(store.entity(1)).map { _ in },
      outcome(store.save(Note(1))),
    ]
    for failure in failures {
      guard case .failure(.unavailable("libnosuchsqlite.so.0", let reason)) = failure else {
        Issue.record("\(failure)")
        continue
      }
      #expect(reason.contains("libnosuchsqlite.so.0"))
    }
    #expect(folder.names == [])
    let other = FileStore<Note>(at: folder.file("notes.json"))
    try outcome(other.save(Note(1))).get()
  }

  @Test("a library that is not SQLite is told by what it lacks") func wrongLibrary() {
    let store = SQLiteStore<Note>(at: url, libraries: ["libm.so.6", "libSystem.dylib"])
    guard case .failure(.unavailable(_, let reason)) = outcome(store.save(Note(1))) else {
      Issue.record("it was opened")
      return
    }
    #expect(reason.contains("sqlite3_open_v2"))
  }

  @Test("values are bound: no text becomes a statement") func binding() throws {
    let store = store(), text = "'; DROP TABLE entities; --"
    try outcome(store.save(Note(1, text))).get()
    #expect(outcome(store.entities(Query().between(\.text, text, text))) == .success([Note(1, text)]))
    let odd = StoreSchema<Note>(indexes: [StoreIndex("x; DROP TABLE entities", \.due)])
    #expect(outcome(self.store(odd).entities(Query().ordered(by: \.due))) == .success([Note(1, text)]))
  }

  @Test("a file that was removed under the store is begun anew") func removed() throws {
    let store = store()
    try outcome(store.save(Note(1))).get()
    try FileManager.default.removeItem(at: url.deletingLastPathComponent())
    #expect(outcome(store.entities(Query())) == .success([]))
    try outcome(store.save(Note(2))).get()
    #expect(outcome(self.store().entities(Query())) == .success([Note(2)]))
  }
}
