import Fixtures
import Foundation
import Services
import Signals
import SignalsTesting
import Testing

/// A database that programs of different versions use at the same time.
@Suite struct SQLiteSharingTests {
  private let folder: TemporaryFolder
  private var url: URL { folder.file("notes.sqlite") }

  init() throws { folder = try TemporaryFolder(inMemory: true) }

  @Test("an open store does not change the file after a newer program has migrated it")
  func migratedMeanwhile() throws {
    let old = SQLiteStore(at: url, schema: StoreSchemaTests.first)
    try outcome(old.save(.init(id: 1, title: "milk"))).get()
    let new = SQLiteStore(at: url, schema: StoreSchemaTests.third)
    try outcome(new.save(Note(2))).get()
    let failure = StoreFailure.newer(file: url.path, version: 3, supported: 1)
    for _ in 1...2 {
      #expect(throws: failure) { try outcome(old.save(.init(id: 1, title: "old"))).get() }
      #expect(throws: failure) { try outcome(old.delete(2)).get() }
    }
    #expect(outcome(new.entities(Query())) == .success([Note(1, "MILK", due: 7), Note(2)]))
    #expect(folder.names.filter { $0.contains("damaged") } == [])
  }

  @Test("an open store does not read a newer format, and its observers get the failure")
  func readMeanwhile() throws {
    let old = SQLiteStore(at: url, schema: StoreSchemaTests.first)
    try outcome(old.save(.init(id: 1, title: "milk"))).get()
    let observer = Recorder(old.observe(Query()).map { $0.map(\.title) })
    try outcome(SQLiteStore(at: url, schema: StoreSchemaTests.third).save(Note(2))).get()
    let failure = StoreFailure.newer(file: url.path, version: 3, supported: 1)
    #expect(throws: failure) { try outcome(old.entities(Query())).get() }
    #expect(throws: failure) { try outcome(old.entity(1)).get() }
    #expect(observer.values == [["milk"]] && observer.failure == failure)
    #expect(folder.names.filter { $0.contains("damaged") } == [])
  }

  @Test("a file locked by another program cannot be read, and the failure is one of reading")
  func held() throws {
    try outcome(SQLiteStore<Note>(at: url).save(Note(1))).get()
    let holder = try ChildProcess("store-writer", ["hold", url.path])
    let store = SQLiteStore<Note>(at: url, libraries: nil, busyTimeout: 0)
    #expect(holder.line() == "held")
    #expect(outcome(store.entities(Query())) == .failure(.busy(file: url.path)))
    #expect(outcome(store.save(Note(2))).failure == .inUse(file: url.path))
    holder.kill()
    #expect(outcome(store.entities(Query())) == .success([Note(1)]))
  }

  @Test("rows written by a store without an index are in the index of a store with it")
  func indexedMeanwhile() throws {
    let old = SQLiteStore(at: url, schema: StoreSchema<Note>(indexes: [StoreIndex("due", \.due)]))
    try outcome(old.save(Note(1, "a", due: 3))).get()
    let new = SQLiteStore<Note>(at: url, schema: .indexed)
    let byText = Query<Note>().between(\.text, "a", "z").ordered(by: \.text)
    try outcome(new.save(Note(2, "b", due: 2))).get()
    let observer = Recorder(new.observe(byText).map { $0.map(\.id) })
    try outcome(old.save(Note(3, "c", due: 1))).get()
    #expect(outcome(new.entities(byText)).map { $0.map(\.id) } == .success([1, 2, 3]))
    #expect(observer.values == [[1, 2], [1, 2, 3]])
    #expect(try outcome(new.plan(byText)).get().first?.contains("USING INDEX by_text") == true)
    #expect(outcome(old.entities(Query().ordered(by: \.due))).map { $0.map(\.id) } == .success([3, 2, 1]))
    try outcome(new.save(Note(4, "d"))).get()
    try outcome(old.delete(1)).get()
    #expect(outcome(new.entities(byText)).map { $0.map(\.id) } == .success([2, 3, 4]))
  }
}
