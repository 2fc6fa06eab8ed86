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
    try old.save(.init(id: 1, title: "milk")).answer()
    let new = SQLiteStore(at: url, schema: StoreSchemaTests.third)
    try new.save(Note(2)).answer()
    let failure = StoreFailure.newer(file: url.path, version: 3, supported: 1)
    for _ in 1...2 {
      #expect(throws: failure) { try old.save(.init(id: 1, title: "old")).answer() }
      #expect(throws: failure) { try old.delete(2).answer() }
    }
    #expect(try new.all == [Note(1, "MILK", due: 7), Note(2)])
    #expect(folder.names.filter { $0.contains("damaged") } == [])
  }

  @Test("an open store does not read a newer format, and its observers get the failure")
  func readMeanwhile() throws {
    let old = SQLiteStore(at: url, schema: StoreSchemaTests.first)
    try old.save(.init(id: 1, title: "milk")).answer()
    let observer = Recorder(old.observe(Query()).map { $0.map(\.title) })
    try SQLiteStore(at: url, schema: StoreSchemaTests.third).save(Note(2)).answer()
    let failure = StoreFailure.newer(file: url.path, version: 3, supported: 1)
    #expect(throws: failure) { try old.all }
    #expect(throws: failure) { try old.entity(1).answer() }
    #expect(observer.values == [["milk"]] && observer.failure == failure)
    #expect(folder.names.filter { $0.contains("damaged") } == [])
  }

  @Test("a file locked by another program cannot be read, and the failure is one of reading")
  func held() throws {
    try SQLiteStore<Note>(at: url).save(Note(1)).answer()
    let holder = try ChildProcess("store-writer", ["hold", url.path])
    let store = SQLiteStore<Note>(at: url, libraries: nil, busyTimeout: 0)
    #expect(holder.line() == "held")
    #expect(outcome(store.entities(Query())) == .failure(.busy(file: url.path)))
    #expect(outcome(store.save(Note(2))).failure == .inUse(file: url.path))
    holder.kill()
    #expect(try store.all == [Note(1)])
  }

  @Test("rows written by a store without an index are in the index of a store with it")
  func indexedMeanwhile() throws {
    let old = SQLiteStore(at: url, schema: StoreSchema<Note>(indexes: [StoreIndex("due", \.due)]))
    try old.save(Note(1, "a", due: 3)).answer()
    let new = SQLiteStore<Note>(at: url, schema: .indexed)
    let byText = Query<Note>().between(\.text, "a", "z").ordered(by: \.text)
    try new.save(Note(2, "b", due: 2)).answer()
    let observer = Recorder(new.observe(byText).map { $0.map(\.id) })
    try old.save(Note(3, "c", due: 1)).answer()
    #expect(try new.entities(byText).answer().map(\.id) == [1, 2, 3])
    #expect(observer.values == [[1, 2], [1, 2, 3]])
    #expect(try new.plan(byText).answer().first?.contains("USING INDEX by_text") == true)
    #expect(try old.entities(Query().ordered(by: \.due)).answer().map(\.id) == [3, 2, 1])
    try new.save(Note(4, "d")).answer()
    try old.delete(1).answer()
    #expect(try new.entities(byText).answer().map(\.id) == [2, 3, 4])
  }
}
