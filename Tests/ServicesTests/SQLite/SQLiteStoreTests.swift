import Fixtures
import Foundation
import SQLiteStores
import Services
import Signals
import SignalsTesting
import Testing

/// Tests of a database of notes, at a path with characters that SQLite could misinterpret.
protocol SQLiteSuite {
  var folder: TemporaryFolder { get }
}

extension SQLiteSuite {
  var url: URL { folder.file("a/b c/ü?#%41/notes.sqlite") }

  func store(_ schema: StoreSchema<Note> = .indexed) -> SQLiteStore<Note> { SQLiteStore(at: url, schema: schema) }

  func bytes() throws -> Data { try Data(contentsOf: url) }
}

@Suite struct SQLiteStoreTests: SQLiteSuite {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder(inMemory: true) }

  @Test("a statement is prepared only once, and opening a file costs the same for any size of it") func costs() throws {
    let calls = MutableProperty(0)
    let opening = try [10, 5_000].map { count in
      let url = folder.file("\(count).sqlite")
      try SQLiteStore<Note>(at: url).commit((0..<count).map { .save(Note($0)) }).answer()
      let store = SQLiteStore<Note>(at: url, libraries: nil) {
        calls.increase()
        return nil
      }
      return try (1...3).map { number throws in
        let before = calls.value
        #expect(try store.entity(1).answer() == Note(1))
        return calls.value - before
      }
    }
    #expect(opening[0] == opening[1], "the steps of all statements")
    let repeated = opening[0]
    #expect(repeated[0] > repeated[1], "the first prepares what it runs: \(repeated)")
    #expect(repeated[1] == repeated[2], "the first prepares what it runs: \(repeated)")
  }

  @Test("commitIfStored costs the same for any number of entities") func commitIfStored() throws {
    let calls = MutableProperty(0)
    let costs = try [10, 1_000].map { count in
      let store = SQLiteStore<Note>(at: folder.file("\(count).sqlite"), libraries: nil) {
        calls.increase()
        return nil
      }
      try store.commit((0..<count).map { .save(Note($0)) }).answer()
      let before = calls.value
      #expect(try store.commitIfStored([.save(Note(7, "new"))]).answer())
      return calls.value - before
    }
    #expect(costs[0] == costs[1])
  }

  @Test("reading creates no file; the first change creates it, readable only for the user; a link leads to its target")
  func opening() throws {
    let found = try (store().all, store().entity(1).answer(), folder.names)
    #expect(found == ([], nil, []))
    try store().save(Note(1)).answer()
    let mode = try FileManager.default.attributesOfItem(atPath: url.path)[.posixPermissions] as? Int
    let link = folder.file("link.sqlite")
    try FileManager.default.createSymbolicLink(at: link, withDestinationURL: url)
    let linked = SQLiteStore<Note>(at: link, schema: .indexed)
    try linked.save(Note(2)).answer()
    #expect(try [linked.all, store().all] == [[Note(1), Note(2)], [Note(1), Note(2)]])
    #expect(mode == 0o600)
    #expect(folder.names == ["a", "link.sqlite"])
  }

  @Test("filters and orders use their index and give the same answer as in memory") func filters() throws {
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
      let found = try store.entities(query).answer(), step = try store.plan(query).answer().first ?? "none"
      #expect(found == query.select(from: chores))
      #expect(!found.isEmpty)
      #expect(step == "SEARCH entities USING INDEX \(plan)")
    }
    // Nothing is sorted after it was found.
    let week = Query<Chore>().filter(\.due, in: day..<day + 9).ordered(by: \.due).limited(to: 5)
    let plans = try [week, Query().ordered(by: \.due)].map { try store.plan($0).answer() }
    #expect(plans[0].count == 1)
    #expect(plans[1] == ["SCAN entities USING INDEX by_due"])
    let many = (0..<20_000).map { _ in Optional(UUID()) } + [owner]
    let found = try [[], many].map { try store.entities(Query().filter(\.owner, in: $0)).answer() }
    #expect(found == [[], Query().filter(\.owner, equals: owner).select(from: chores)])
  }

  @Test("index names need to differ in more than case; others are an error, not damage")
  func namesOfIndexes() throws {
    func schema(_ first: String, _ second: String) -> StoreSchema<Note> {
      StoreSchema(indexes: [StoreIndex(first, \.due), StoreIndex(second, \.text)])
    }
    for (first, second) in [
      ("due date", "due-date"), ("a\"b", "a'b"), ("", " "), ("\0", "select"), ("x; DROP TABLE entities", "'"),
    ] {
      let store = SQLiteStore(at: folder.file("\(first.count)\(second).sqlite"), schema: schema(first, second))
      try store.commit([.save(Note(1, "b", due: 1)), .save(Note(2, "a", due: 2))]).answer()
      let ids = try store.entities(Query().ordered(by: \.text)).answer().map(\.id)
      let plan = try store.plan(Query().ordered(by: \.due)).answer().first ?? "none"
      #expect(ids == [2, 1], "\(first), \(second): \(plan)")
      #expect(plan.contains("USING INDEX"), "\(first), \(second): \(plan)")
      let again = SQLiteStore(at: folder.file("\(first.count)\(second).sqlite"), schema: schema(first, second))
      #expect(try again.all.count == 2)
    }
    let mistaken = store(schema("Due", "due"))
    let failure = StoreFailure.other("the schema of \(url.path) has two indexes named 'due'; give each its own name")
    #expect(mistaken.failureOfEveryCall(with: Note(1)) == failure)
    #expect(!FileManager.default.fileExists(atPath: url.path))
  }

  @Test(
    "a version that a database cannot have is an error, and creates no file",
    arguments: [0, -1, 1 << 31, 202_611_260_101])
  func versions(_ version: Int) {
    let failure = StoreFailure.other(
      "the schema of \(url.path) has version \(version), which SQLite cannot store; choose one from 1 to 2147483647")
    let store = store(StoreSchema(version: version))
    #expect(store.failureOfEveryCall(with: Note(1)) == failure)
    #expect(!FileManager.default.fileExists(atPath: url.path))
  }

  @Test("the greatest version of a database is 2147483647") func greatestVersion() throws {
    for id in 1...2 { try store(StoreSchema(version: 2_147_483_647)).save(Note(id)).answer() }
    #expect(try store(StoreSchema(version: 2_147_483_647)).all.count == 2)
  }

  @Test("a change that fails at any point without a rollback is rolled back by the next call") func stuck() throws {
    var number = 0, failures = 0
    while true {
      let url = folder.file("\(number).sqlite"), left = MutableProperty(Int.max)
      let store = SQLiteStore(at: url, schema: StoreSchema<Note>(), libraries: nil) {
        // From a certain call on, every call fails.
        let now = left.withValue { left in
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

  @Test("a new index is built from existing rows, and an obsolete one is dropped") func newIndexes() throws {
    let notes = (0..<20).map { Note($0, "\($0 % 7)", due: Double($0)) }
    try store(StoreSchema(indexes: [StoreIndex("due", \.due)])).commit(notes.map { .save($0) }).answer()
    let later = store(StoreSchema(indexes: [StoreIndex("text", \.text)]))
    let query = Query<Note>().between(\.text, "2", "4").ordered(by: \.text)
    #expect(try later.entities(query).answer() == query.select(from: notes))
    let plans = try [query, Query().ordered(by: \.due)].map { try later.plan($0).answer().joined() }
    #expect(plans[0].contains("USING INDEX by_text"), "\(plans)")
    #expect(!plans[1].contains("by_due"), "\(plans)")
    try later.save(Note(3, "3", due: -1)).answer()
    let again = store(.indexed), sorted = Query<Note>().ordered(by: \.due).limited(to: 1)
    #expect(try again.entities(sorted).answer() == [Note(3, "3", due: -1)])
  }

  @Test(
    "without SQLite, or with another library, the failure names the library or the missing function",
    arguments: [
      (["libnosuchsqlite.so.0", "libnosuchsqlite.dylib"], "libnosuchsqlite.so.0"),
      (["libm.so.6", "/usr/lib/libSystem.B.dylib"], "sqlite3_open_v2"),
    ])
  func noLibrary(_ libraries: [String], _ name: String) throws {
    let store = SQLiteStore<Note>(at: url, libraries: libraries)
    let failure = store.failureOfEveryCall(with: Note(1))?.description ?? ""
    let isNamed = failure.hasPrefix("cannot open the library ") && failure.contains(name)
    #expect(isNamed, "\(failure)")
    #expect(folder.names == [], "\(failure)")
  }
}
