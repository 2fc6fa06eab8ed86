import Fixtures
import Foundation
import SQLiteStores
import Services
import Signals
import SignalsTesting
import Testing

/// A database that several programs, also of different versions, create and use at the same time.
@Suite struct SQLiteSharingTests {
  private let folder: TemporaryFolder
  private var url: URL { folder.file("notes.sqlite") }

  init() throws { folder = try TemporaryFolder(inMemory: true) }

  @Test("an open store does not change or read a newer format, and its observers get the failure")
  func migratedMeanwhile() throws {
    let old = SQLiteStore(at: url, schema: StoreSchemaTests.first)
    try old.save(.init(id: 1, title: "milk")).answer()
    let observer = Recorder(old.observe(Query()).map { $0.map(\.title) })
    let new = SQLiteStore(at: url, schema: StoreSchemaTests.third)
    try new.save(Note(2)).answer()
    let failure = StoreFailure.newer(file: url.path, version: 3, supported: 1)
    let failures = (1...2).map { _ in old.failureOfEveryCall(with: .init(id: 1, title: "old")) }
    #expect(failures + [observer.failure] == [failure, failure, failure])
    #expect(observer.values == [["milk"]])
    #expect(try new.all == [Note(1, "MILK", due: 7), Note(2)])
  }

  @Test("two stores that change one database at the same time do not undo each other's changes")
  func readingCommitsOfTwo() throws {
    let stores = (0..<2).map { _ in SQLiteStore<Note>(at: url, libraries: nil, busyTimeout: 600_000) }
    try stores[0].save(Note(1, due: 0)).answer()
    DispatchQueue.concurrentPerform(iterations: 40) { number in
      stores[number % 2].commit(reading: Query()) { notes throws(StoreFailure) in
        notes.map { .save(Note($0.id, due: $0.due.timeIntervalSinceReferenceDate + 1)) }
      }.start()
    }
    #expect(try stores[1].entity(1).answer() == Note(1, due: 40))
  }

  @Test("a file that another program has locked cannot be read, and the failure says so")
  func held() throws {
    try SQLiteStore<Note>(at: url).save(Note(1)).answer()
    let holder = try ChildProcess("store-writer", ["hold", url.path])
    let store = SQLiteStore<Note>(at: url, libraries: nil, busyTimeout: 0)
    let isHeld = holder.line() == "held", read = outcome(store.entities(Query())).failure
    #expect(isHeld)
    #expect([read, outcome(store.save(Note(2))).failure] == [.busy(file: url.path), .inUse(file: url.path)])
    holder.end()
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
    var found = try [new.entities(byText), old.entities(Query().ordered(by: \.due))].map { try $0.answer().map(\.id) }
    #expect(try new.plan(byText).answer().first?.contains("USING INDEX by_text") == true)
    try new.save(Note(4, "d")).answer()
    try old.delete(1).answer()
    found.append(try new.entities(byText).answer().map(\.id))
    #expect(found == [[1, 2, 3], [3, 2, 1], [2, 3, 4]])
    #expect(observer.values.prefix(2) == [[1, 2], [1, 2, 3]])
  }

  /// The state that two programs find.
  enum Start: CaseIterable {
    /// No file, a file of an older version, or such a file that a program of the older version has open.
    case nothing, older, olderInUse
  }

  @Test(
    "a file that another program creates or migrates during the opening is used",
    arguments: Start.allCases)
  func together(_ start: Start) throws {
    var moments = 0, both = 0
    while true {
      let url = folder.file("\(moments)/notes.sqlite")
      var older: SQLiteStore<StoreSchemaTests.FirstNote>? = SQLiteStore(at: url, schema: StoreSchemaTests.first)
      if start != .nothing { try older.map { try $0.save(.init(id: 1, title: "milk")).answer() } }
      if start != .olderInUse { older = nil }
      // Runs a closure before a given call of SQLite, counted from 1.
      let left = MutableProperty(0), interruption = MutableProperty<(@Sendable () -> Void)?>(nil)
      let store = SQLiteStore(at: url, schema: StoreSchemaTests.third, libraries: nil) {
        if left.withValue({
          $0 -= 1; return $0 == 0
        }) {
          interruption.value?()
        }
        return nil
      }
      // Does not wait: the interrupted store cannot continue meanwhile.
      let other = SQLiteStore(at: url, schema: StoreSchemaTests.third, libraries: nil, busyTimeout: 0)
      let failure = MutableProperty<StoreFailure?>(nil)
      interruption.value = { failure.value = outcome(other.save(Note(2))).failure }
      left.value = moments + 1
      let result = outcome(store.save(Note(3)))
      if left.value > 0 { break }
      #expect(result.failure == nil, "\(moments) \(result)")
      #expect([nil, .inUse(file: url.path)].contains(failure.value), "\(moments) \(result)")
      if failure.value == nil { both += 1 }
      let ids = (start == .nothing ? [] : [1]) + (failure.value == nil ? [2] : []) + [3]
      #expect(try store.all.map(\.id).sorted() == ids, "\(moments)")
      withExtendedLifetime(older) {}
      moments += 1
    }
    #expect(moments > 20, "\(moments) \(both)")
    #expect(both > 5, "\(moments) \(both)")
  }
}
