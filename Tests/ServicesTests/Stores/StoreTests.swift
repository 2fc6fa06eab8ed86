import Fixtures
import Foundation
import Services
import Signals
import SignalsTesting
import Testing

/// The contract of stores, tested with each kind of store.
@Suite struct StoreTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder(inMemory: true) }

  @Test(
    "entities are listed by age; a replaced one keeps its place, and a deleted one is gone",
    arguments: StoreKind.allCases)
  func changes(_ kind: StoreKind) throws {
    let store = kind.store(in: folder, .indexed)
    #expect(try store.all == [])
    for note in [Note(2, "two"), Note(1, "old"), Note(3), Note(1, "one")] { try outcome(store.save(note)).get() }
    #expect(try store.all == [Note(2, "two"), Note(1, "one"), Note(3)])
    for id in [3, 3, 9] { try outcome(store.delete(id)).get() }
    #expect(try store.all == [Note(2, "two"), Note(1, "one")])
    #expect(
      (1...3).map { outcome(store.entity($0)) } == [.success(Note(1, "one")), .success(Note(2, "two")), .success(nil)])
    try outcome(store.save(Note(3, "again"))).get()
    #expect(try store.all == [Note(2, "two"), Note(1, "one"), Note(3, "again")])
  }

  @Test("after each of many random commits the store has the entities of a plain list", arguments: StoreKind.allCases)
  func randomChanges(_ kind: StoreKind) throws {
    let store = kind.store(in: folder, .indexed)
    var numbers = SeededNumbers(seed: 1), expected: [Note] = []
    for step in 0..<100 {
      let changes = (0..<Int.random(in: 0...40, using: &numbers)).map { number -> StoreChange<Note> in
        let id = Int.random(in: 0..<40, using: &numbers)
        return Int.random(in: 0..<3, using: &numbers) == 0 ? .delete(id) : .save(Note(id, "\(step) \(number)"))
      }
      for change in changes {
        switch change {
        case .delete(let id): expected.removeAll { $0.id == id }
        case .save(let note):
          if let index = expected.firstIndex(where: { $0.id == note.id }) {
            expected[index] = note
          } else {
            expected.append(note)
          }
        }
      }
      try outcome(store.commit(changes)).get()
      #expect(try store.all == expected)
    }
    for id in 0..<40 { #expect(try store.entity(id).answer() == expected.first { $0.id == id }) }
  }

  @Test("a store in memory starts with the given entities; of those with the same id it keeps the last one")
  func contents() throws {
    #expect(try MemoryStore([Note(2, "old"), Note(1), Note(2, "new")]).all == [Note(2, "new"), Note(1)])
  }

  @Test("commitIfStored makes all changes, or none if an entity is missing", arguments: StoreKind.allCases)
  func commitIfStored(_ kind: StoreKind) throws {
    let store = kind.store(in: folder, .indexed)
    for id in 1...2 { try store.save(Note(id)).answer() }
    #expect(outcome(store.commitIfStored([.save(Note(1, "new")), .delete(3)])) == .success(false))
    #expect(try store.all == [Note(1), Note(2)])
    #expect(outcome(store.commitIfStored([.save(Note(1, "new")), .delete(2)])) == .success(true))
    #expect(outcome(store.commitIfStored([.save(Note(2))])) == .success(false))
    #expect(try store.all == [Note(1, "new")])
  }

  @Test("a call does nothing before it is observed, and each observation makes it again", arguments: StoreKind.allCases)
  func cold(_ kind: StoreKind) throws {
    let store = kind.store(in: folder, .indexed)
    let save = store.save(Note(1)), all = store.entities(Query())
    #expect(try all.answer() == [])
    try save.answer()
    #expect(try all.answer() == [Note(1)])
    try store.delete(1).answer()
    try save.answer()
    #expect(try all.answer() == [Note(1)])
  }

  @Test("dates and texts are read back exactly", arguments: StoreKind.allCases)
  func values(_ kind: StoreKind) throws {
    let store = kind.store(in: folder, .indexed)
    let instants = [0, 422_323_200, -1, 0.1, 1e-9, 422_323_200.123_456_7, -63_000_000_000, 1e15, 253_000_000_000]
    let texts = ["", "👩‍👩‍👧‍👦", "שלום", "a/b\\c\"d\n\t\u{0}\u{7f}", "e\u{301}", "'; DROP TABLE entities; --"]
    for (id, instant) in instants.enumerated() {
      try store.save(Note(id, texts[id % texts.count], due: instant)).answer()
    }
    let found = try store.all
    #expect(found.map(\.due.timeIntervalSinceReferenceDate) == instants)
    #expect(found.prefix(texts.count).map { Array($0.text.utf8) } == texts.map { Array($0.utf8) })
  }

  @Test("simultaneous calls run one after the other", arguments: StoreKind.allCases)
  func concurrency(_ kind: StoreKind) throws {
    let store = kind.store(in: folder, .indexed)
    DispatchQueue.concurrentPerform(iterations: 100) { id in
      store.save(Note(id)).start()
      if id.isMultiple(of: 2) { store.delete(id).start() }
    }
    let odd = (0..<100).filter { !$0.isMultiple(of: 2) }
    #expect(try store.all.map(\.id).sorted() == odd)
  }

  @Test("a commit that fails in the middle changes nothing", arguments: StoreKind.allCases.filter { $0 != .memory })
  func atomicity(_ kind: StoreKind) throws {
    let store = kind.store(in: folder, .indexed)
    try store.save(Note(1, "kept")).answer()
    // A number that JSON cannot represent.
    let failed = outcome(store.commit([.delete(1), .save(Note(2)), .save(Note(3, due: .infinity))])).failure
    #expect(failed == .unwritable(file: kind.url(in: folder).path, reason: "due cannot be encoded: it is inf"))
    #expect(try store.all == [Note(1, "kept")])
  }

  @Test("a commit reads and writes in one transaction, even with simultaneous commits", arguments: StoreKind.allCases)
  func readingCommits(_ kind: StoreKind) throws {
    let store = kind.store(in: folder, .indexed)
    try store.save(Note(1, due: 0)).answer()
    let live = Recorder(
      store.observe(Query().filter(\.id, equals: 1)).map { $0.map(\.due.timeIntervalSinceReferenceDate) })
    DispatchQueue.concurrentPerform(iterations: 50) { _ in
      store.commit(reading: Query().filter(\.id, equals: 1)) { notes throws(StoreFailure) in
        notes.map { .save(Note($0.id, due: $0.due.timeIntervalSinceReferenceDate + 1)) } + [.delete(7)]
      }.start()
    }
    #expect(try store.entity(1).answer() == Note(1, due: 50))
    #expect(live.values.last == [50])
    live.dispose()
  }

  @Test("a commit whose decision throws, or makes no changes, changes nothing", arguments: StoreKind.allCases)
  func refusedCommits(_ kind: StoreKind) throws {
    let store = kind.store(in: folder, .indexed), refusal = StoreFailure.other("there is not enough")
    try store.save(Note(1)).answer()
    let refused = store.commit(reading: Query()) { notes throws(StoreFailure) in
      #expect(notes == [Note(1)])
      throw refusal
    }
    #expect(outcome(refused).failure == refusal)
    #expect(outcome(store.commit(reading: Query()) { _ throws(StoreFailure) in [] }).failure == nil)
    #expect(try store.all == [Note(1)])
  }

  @Test("an intact store passes a check, and so does an empty one", arguments: StoreKind.allCases)
  func checks(_ kind: StoreKind) throws {
    let store = kind.store(in: folder, .indexed)
    #expect(outcome(store.check()).failure == nil)
    try store.save(Note(1)).answer()
    #expect(outcome(store.check()).failure == nil)
  }
}
