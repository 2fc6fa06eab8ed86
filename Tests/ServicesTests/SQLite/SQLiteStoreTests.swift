import Fixtures
import Foundation
import Services
import Signals
import SignalsTesting
import Testing

@Suite struct SQLiteStoreTests: SQLiteSuite {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder(inMemory: true) }

  @Test("a statement is prepared only once") func preparing() throws {
    let calls = MutableProperty(0)
    let store = SQLiteStore<Note>(at: url, schema: .indexed, libraries: nil) {
      calls.modify { $0 += 1 }
      return nil
    }
    try store.save(Note(1)).answer()
    let counts = try (1...3).map { _ throws in
      let before = calls.value
      #expect(try store.entities(Query().ordered(by: \.due)).answer() == [Note(1)])
      return calls.value - before
    }
    #expect(counts[0] > counts[1] && counts[1] == counts[2], "the first prepares what it runs: \(counts)")
  }

  @Test("another store at the same path sees the saved data, in a created folder") func reopening() throws {
    try store().save(Note(1, "one")).answer()
    #expect(try store().all == [Note(1, "one")])
    let mode = try FileManager.default.attributesOfItem(atPath: url.path)[.posixPermissions] as? Int
    #expect(mode == 0o600)
  }

  @Test("a store at a link uses the link's target") func links() throws {
    let link = folder.file("link.sqlite")
    try store().save(Note(1)).answer()
    try FileManager.default.createSymbolicLink(at: link, withDestinationURL: url)
    let linked = SQLiteStore<Note>(at: link, schema: .indexed)
    try linked.save(Note(2)).answer()
    #expect(try linked.all == [Note(1), Note(2)])
    #expect(try store().all == [Note(1), Note(2)])
    #expect(folder.names == ["a", "link.sqlite"])
  }

  @Test("reading creates no file") func looking() throws {
    #expect(try store().all == [])
    #expect(try store().entity(1).answer() == nil)
    #expect(folder.names == [])
  }

  @Test("two stores may use the file at the same time, and each sees the other's changes") func sharing() throws {
    let store = store(), other = self.store()
    try store.save(Note(1)).answer()
    try other.save(Note(2)).answer()
    try store.save(Note(3)).answer()
    #expect(try other.all == [Note(1), Note(2), Note(3)])
  }

  @Test("an indexed query uses the index for filtering and sorting") func plans() throws {
    let store = store(), day = Date(timeIntervalSinceReferenceDate: 0)
    try store.commit((0..<100).map { .save(Note($0, due: Double($0))) }).answer()
    let between = Query<Note>().between(\.due, day, day + 9)
    for query in [between, between.ordered(by: \.due), between.ordered(by: \.due).limited(to: 5, offset: 2)] {
      let plan = try store.plan(query).answer()
      #expect(plan.first == "SEARCH entities USING INDEX by_due (value_due>? AND value_due<?)")
    }
    let sorted = try store.plan(between.ordered(by: \.due).limited(to: 5)).answer()
    #expect(sorted.count == 1, "nothing is sorted after it was found: \(sorted)")
    #expect(try store.plan(Query().ordered(by: \.due)).answer() == ["SCAN entities USING INDEX by_due"])
  }

  @Test("each filter uses its index and gives the same answer as in memory") func filters()
    throws
  {
    let store = SQLiteStore<Chore>(at: url, schema: Chore.schema), chores = Chore.some
    try store.commit(chores.map { .save($0) }).answer()
    let owner = try #require(chores[1].owner), day = Date(timeIntervalSinceReferenceDate: 0)
    let filters: [(Query<Chore>, String)] = [
      (Query().filter(\.isDone, equals: true), "by_is done (value_is done=?)"),
      (Query().filter(\.owner, equals: owner), "by_owner (value_owner=?)"),
      (Query().filter(\.owner, equals: nil), "by_owner (value_owner=?)"),
      (Query().filter(\.owner, in: [owner, UUID()]), "by_owner (value_owner=?)"),
      (Query().filter(\.due, in: day...).ordered(by: \.due), "by_due (value_due>?)"),
      (Query().filter(\.due, in: ..<day).ordered(by: \.due), "by_due (value_due<?)"),
      (Query().filter(\.due, in: day..<day + 9), "by_due (value_due>? AND value_due<?)"),
      (Query().filter(\.name, hasPrefix: "b"), "by_name (value_name>? AND value_name<?)"),
      (Query().filter(\.isDone, equals: false).limited(to: 3, offset: 2), "by_is done (value_is done=?)"),
    ]
    for (query, plan) in filters {
      let steps = try store.plan(query).answer()
      #expect(steps.first == "SEARCH entities USING INDEX \(plan)")
      let found = try store.entities(query).answer()
      #expect(found == query.select(from: chores) && !found.isEmpty, "\(plan)")
    }
    #expect(try store.entities(Query().filter(\.owner, in: [])).answer() == [])
    let many = (0..<20_000).map { _ in Optional(UUID()) } + [owner]
    let own = Query<Chore>().filter(\.owner, equals: owner)
    #expect(try store.entities(Query().filter(\.owner, in: many)).answer() == own.select(from: chores))
  }

  @Test(
    "index names need to differ in more than case; others are an error, not damage")
  func namesOfIndexes() throws {
    func schema(_ first: String, _ second: String) -> StoreSchema<Note> {
      StoreSchema(indexes: [StoreIndex(first, \.due), StoreIndex(second, \.text)])
    }
    for (first, second) in [("due date", "due-date"), ("a\"b", "a'b"), ("", " "), ("\0", "select")] {
      let store = SQLiteStore(at: folder.file("\(first.count)\(second).sqlite"), schema: schema(first, second))
      try store.commit([.save(Note(1, "b", due: 1)), .save(Note(2, "a", due: 2))]).answer()
      #expect(try store.entities(Query().ordered(by: \.text)).answer().map(\.id) == [2, 1])
      #expect(try store.plan(Query().ordered(by: \.due)).answer().first?.contains("USING INDEX") == true)
    }
    let mistaken = store(schema("Due", "due"))
    let failure = StoreFailure.other("the schema of \(url.path) has two indexes named 'due'; give each its own name")
    #expect(outcome(mistaken.entities(Query())).failure == failure)
    #expect(outcome(mistaken.save(Note(1))).failure == failure)
    #expect(!FileManager.default.fileExists(atPath: url.path))
  }

  @Test("a failed statement is not damage") func errors() throws {
    let code = MutableProperty<Int32?>(nil)
    let store = SQLiteStore<Note>(at: url, schema: .indexed, libraries: nil) { code.value }
    try store.save(Note(1)).answer()
    code.value = 1  // SQLITE_ERROR
    #expect(outcome(store.entities(Query())).failure == .unreadable(file: url.path, reason: "not an error"))
    #expect(outcome(store.save(Note(2))).failure == .unwritable(file: url.path, reason: "not an error"))
    code.value = nil
    #expect(try store.all == [Note(1)])
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: url.deletingLastPathComponent().path) == ["notes.sqlite"])
  }

  @Test("a change that fails at any point without a rollback is rolled back by the next call") func stuck() throws {
    var number = 0, failures = 0
    while true {
      let url = folder.file("\(number).sqlite"), left = MutableProperty(Int.max)
      let store = SQLiteStore(at: url, schema: StoreSchema<Note>(), libraries: nil) {
        // From a certain call on, every call fails.
        let now = left.modify { left in
          left -= 1
          return left
        }
        return now < 0 ? 10 : nil  // SQLITE_IOERR
      }
      try store.save(Note(1)).answer()
      left.value = number
      let failure = outcome(store.save(Note(2))).failure
      let isOver = left.value >= 0
      left.value = .max
      #expect(try store.all == (failure == nil ? [Note(1), Note(2)] : [Note(1)]))
      try SQLiteStore<Note>(at: url, libraries: nil, busyTimeout: 0).save(Note(3)).answer()
      failures += failure == nil ? 0 : 1
      number += 1
      if isOver { break }
    }
    #expect(failures > 5)
  }

  @Test("the work of opening a file does not depend on its size") func openingTime() throws {
    let counts = try [10, 5_000].map { count in
      let url = folder.file("\(count).sqlite"), calls = MutableProperty(0)
      try SQLiteStore<Note>(at: url).commit((0..<count).map { .save(Note($0)) }).answer()
      let store = SQLiteStore<Note>(at: url, libraries: nil) {
        calls.modify { $0 += 1 }
        return nil
      }
      #expect(try store.entity(1).answer() == Note(1))
      return calls.value
    }
    #expect(counts[0] == counts[1], "the steps of all statements")
  }

  @Test("a new index is built from existing rows, and an obsolete one is dropped") func newIndexes()
    throws
  {
    let notes = (0..<20).map { Note($0, "\($0 % 7)", due: Double($0)) }
    try store(StoreSchema(indexes: [StoreIndex("due", \.due)])).commit(notes.map { .save($0) }).answer()
    let later = store(StoreSchema(indexes: [StoreIndex("text", \.text)]))
    let query = Query<Note>().between(\.text, "2", "4").ordered(by: \.text)
    #expect(try later.entities(query).answer() == query.select(from: notes))
    #expect(try later.plan(query).answer().first?.contains("USING INDEX by_text") == true)
    #expect(try later.plan(Query().ordered(by: \.due)).answer().first?.contains("by_due") == false)
    try later.save(Note(3, "3", due: -1)).answer()
    let again = store(.indexed), sorted = Query<Note>().ordered(by: \.due).limited(to: 1)
    #expect(try again.entities(sorted).answer() == [Note(3, "3", due: -1)])
  }

  @Test("data of an older version is migrated completely or not at all; newer data stays unchanged")
  func versions() throws {
    try SQLiteStore(at: url, schema: StoreSchemaTests.first).save(.init(id: 1, title: "milk")).answer()
    let third = store(StoreSchemaTests.third)
    #expect(try third.entities(Query().ordered(by: \.due)).answer() == [Note(1, "MILK", due: 7)])
    try third.save(Note(2)).answer()
    #expect(outcome(store(StoreSchemaTests.third).entities(Query())).map(\.count) == .success(2))

    let content = try Data(contentsOf: url)
    let older = SQLiteStore(at: url, schema: StoreSchemaTests.first)
    let failure = StoreFailure.newer(file: url.path, version: 3, supported: 1)
    #expect(throws: failure) { try older.all }
    #expect(throws: failure) { try older.save(.init(id: 1, title: "")).answer() }
    #expect(try Data(contentsOf: url) == content)
  }

  @Test("a failed migration changes nothing") func failedMigration() throws {
    let before = StoreSchema<StoreSchemaTests.FirstNote>()
    try SQLiteStore(at: url, schema: before).commit([1, 2].map { .save(.init(id: $0, title: "\($0)")) }).answer()
    let schema = StoreSchema<Note>(
      version: 2, migrations: [StoreMigration(from: 1) { (old: StoreSchemaTests.SecondNote) in Note(old.id) }])
    guard
      case .failure(.invalid(url.path, "entities[0].name is missing", nil)) = outcome(store(schema).entities(Query()))
    else {
      Issue.record("\(outcome(store(schema).entities(Query())))")
      return
    }
    #expect(
      try SQLiteStore(at: url, schema: before).all.map(\.title) == ["1", "2"])
  }

  @Test("without SQLite the failure names the library, and other stores work") func noLibrary() throws {
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
    try other.save(Note(1)).answer()
  }

  @Test("for a library that is not SQLite the failure names the missing function") func wrongLibrary() {
    let store = SQLiteStore<Note>(at: url, libraries: ["libm.so.6", "libSystem.dylib"])
    guard case .failure(.unavailable(_, let reason)) = outcome(store.save(Note(1))) else {
      Issue.record("it was opened")
      return
    }
    #expect(reason.contains("sqlite3_open_v2"))
  }

  @Test("values are bound, so no text becomes SQL") func binding() throws {
    let store = store(), text = "'; DROP TABLE entities; --"
    try store.save(Note(1, text)).answer()
    #expect(try store.entities(Query().between(\.text, text, text)).answer() == [Note(1, text)])
    let odd = StoreSchema<Note>(indexes: [StoreIndex("x; DROP TABLE entities", \.due)])
    #expect(try self.store(odd).entities(Query().ordered(by: \.due)).answer() == [Note(1, text)])
  }

  @Test("a file that was removed is created again") func removed() throws {
    let store = store()
    try store.save(Note(1)).answer()
    try FileManager.default.removeItem(at: url.deletingLastPathComponent())
    #expect(try store.all == [])
    try store.save(Note(2)).answer()
    #expect(try self.store().all == [Note(2)])
  }
}
