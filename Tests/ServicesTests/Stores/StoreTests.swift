import Fixtures
import Foundation
import Services
import Signals
import SignalsTesting
import Testing

/// The contract of stores, tested with each kind of store.
@Suite struct StoreTests {
  enum Kind: CaseIterable {
    case memory, file, fileOnDisk, sqlite

    func make() throws -> KeptStore {
      switch self {
      case .memory: return KeptStore(MemoryStore<Note>())
      case .file:
        return KeptStore(FileStore<Note>(at: URL(fileURLWithPath: "/notes.json"), files: MemoryFileSystem()))
      case .fileOnDisk:
        let folder = try TemporaryFolder(inMemory: true)
        return KeptStore(FileStore<Note>(at: folder.file("notes.json")), keeping: folder)
      case .sqlite:
        let folder = try TemporaryFolder(inMemory: true)
        return KeptStore(SQLiteStore<Note>(at: folder.file("notes.sqlite"), schema: .indexed), keeping: folder)
      }
    }
  }

  @Test("an empty store returns no entities and does not fail", arguments: Kind.allCases)
  func empty(_ kind: Kind) throws {
    let kept = try kind.make(), store = kept.store
    #expect(outcome(store.entities(Query())) == .success([]))
    #expect(outcome(store.entity(1)) == .success(nil))
  }

  @Test("saved entities are found by id and in the order of their age", arguments: Kind.allCases)
  func saving(_ kind: Kind) throws {
    let kept = try kind.make(), store = kept.store
    for note in [Note(2, "two"), Note(1, "one")] { try outcome(store.save(note)).get() }
    #expect(outcome(store.entity(1)) == .success(Note(1, "one")))
    #expect(outcome(store.entities(Query())) == .success([Note(2, "two"), Note(1, "one")]))
  }

  @Test("saving again replaces an entity in its place", arguments: Kind.allCases)
  func replacing(_ kind: Kind) throws {
    let kept = try kind.make(), store = kept.store
    for note in [Note(1, "old"), Note(2), Note(1, "new")] { try outcome(store.save(note)).get() }
    #expect(outcome(store.entities(Query())) == .success([Note(1, "new"), Note(2)]))
  }

  @Test(
    "commitIfStored makes all changes, or none if an entity is missing", arguments: Kind.allCases
  )
  func keeping(_ kind: Kind) throws {
    let kept = try kind.make(), store = kept.store
    for id in 1...2 { try outcome(store.save(Note(id))).get() }
    #expect(outcome(store.commitIfStored([.save(Note(1, "new")), .delete(3)])) == .success(false))
    #expect(outcome(store.entities(Query())) == .success([Note(1), Note(2)]))
    #expect(outcome(store.commitIfStored([.save(Note(1, "new")), .delete(2)])) == .success(true))
    #expect(outcome(store.commitIfStored([.save(Note(2))])) == .success(false))
    #expect(outcome(store.entities(Query())) == .success([Note(1, "new")]))
  }

  @Test("a deleted entity is gone; deleting a missing entity does nothing", arguments: Kind.allCases)
  func deleting(_ kind: Kind) throws {
    let kept = try kind.make(), store = kept.store
    for id in 1...4 { try outcome(store.save(Note(id))).get() }
    for id in [2, 2, 9] { try outcome(store.delete(id)).get() }
    #expect(outcome(store.entities(Query())) == .success([Note(1), Note(3), Note(4)]))
    try outcome(store.delete(4)).get()
    try outcome(store.save(Note(3, "still found"))).get()
    #expect(outcome(store.entities(Query())) == .success([Note(1), Note(3, "still found")]))
  }

  @Test("a call does nothing before it is observed, and each observation makes it again", arguments: Kind.allCases)
  func cold(_ kind: Kind) throws {
    let kept = try kind.make(), store = kept.store
    let save = store.save(Note(1)), all = store.entities(Query())
    #expect(outcome(all) == .success([]))
    try outcome(save).get()
    #expect(outcome(all) == .success([Note(1)]))
    try outcome(store.delete(1)).get()
    try outcome(save).get()
    #expect(outcome(all) == .success([Note(1)]))
  }

  @Test("dates are read back exactly", arguments: Kind.allCases)
  func dates(_ kind: Kind) throws {
    let kept = try kind.make(), store = kept.store
    let instants = [0, 422_323_200, -1, 0.1, 1e-9, 422_323_200.123_456_7, -63_000_000_000, 1e15, 253_000_000_000]
    for (id, instant) in instants.enumerated() { try outcome(store.save(Note(id, due: instant))).get() }
    #expect(try outcome(store.entities(Query())).get().map(\.due.timeIntervalSinceReferenceDate) == instants)
  }

  @Test("an observer may call the store during a delivery", arguments: Kind.allCases)
  func reentrance(_ kind: Kind) throws {
    let kept = try kind.make(), store = kept.store
    let count = store.save(Note(1)).then { store.save(Note(2)) }.then { store.entities(Query()) }.map(\.count)
    #expect(outcome(count) == .success(2))
  }

  @Test("simultaneous calls run one after the other", arguments: Kind.allCases)
  func concurrency(_ kind: Kind) throws {
    let kept = try kind.make(), store = kept.store
    DispatchQueue.concurrentPerform(iterations: 100) { id in
      store.save(Note(id)).start()
      if id.isMultiple(of: 2) { store.delete(id).start() }
    }
    let odd = (0..<100).filter { !$0.isMultiple(of: 2) }
    #expect(outcome(store.entities(Query().ordered(by: \.id)).map { $0.map(\.id) }) == .success(odd))
  }

  @Test("any text survives a round trip", arguments: Kind.allCases)
  func texts(_ kind: Kind) throws {
    let kept = try kind.make(), store = kept.store
    let texts = ["", "👩‍👩‍👧‍👦", "שלום", "a/b\\c\"d\n\t\u{0}\u{7f}", "e\u{301}"]
    for (id, text) in texts.enumerated() { try outcome(store.save(Note(id, text))).get() }
    #expect(try outcome(store.entities(Query())).get().map { Array($0.text.utf8) } == texts.map { Array($0.utf8) })
  }

  @Test("a commit makes its changes in order; it may have one change or none", arguments: Kind.allCases)
  func commits(_ kind: Kind) throws {
    let kept = try kind.make(), store = kept.store
    try outcome(
      store.commit([
        .save(Note(1)), .save(Note(2)), .delete(1), .save(Note(1, "again")), .save(Note(2, "new")), .delete(9),
      ])
    ).get()
    try outcome(store.commit([])).get()
    #expect(outcome(store.entities(Query())) == .success([Note(2, "new"), Note(1, "again")]))
  }

  @Test(
    "a commit that fails in the middle changes nothing",
    arguments: Kind.allCases.filter { $0 != .memory })
  func atomicity(_ kind: Kind) throws {
    // A number that JSON cannot represent.
    let kept = try kind.make(), store = kept.store
    try outcome(store.save(Note(1, "kept"))).get()
    let failed = outcome(store.commit([.delete(1), .save(Note(2)), .save(Note(3, due: .infinity))]))
    guard case .failure(.unwritable(_, let reason)) = failed else {
      Issue.record("\(failed)")
      return
    }
    #expect(reason == "due cannot be encoded: it is inf")
    #expect(outcome(store.entities(Query())) == .success([Note(1, "kept")]))
  }

  @Test("a commit reads and writes in one transaction, even with simultaneous commits", arguments: Kind.allCases)
  func readingCommits(_ kind: Kind) throws {
    let kept = try kind.make(), store = kept.store
    try outcome(store.save(Note(1, due: 0))).get()
    let live = Recorder(
      store.observe(Query().filter(\.id, equals: 1)).map { $0.map(\.due.timeIntervalSinceReferenceDate) })
    DispatchQueue.concurrentPerform(iterations: 50) { _ in
      store.commit(reading: Query().filter(\.id, equals: 1)) { notes throws(StoreFailure) in
        notes.map { .save(Note($0.id, due: $0.due.timeIntervalSinceReferenceDate + 1)) } + [.delete(7)]
      }.start()
    }
    #expect(outcome(store.entity(1)) == .success(Note(1, due: 50)))
    #expect(live.values.last == [50])
    live.dispose()
  }

  @Test("a commit whose decision throws, or makes no changes, changes nothing", arguments: Kind.allCases)
  func refusedCommits(_ kind: Kind) throws {
    let kept = try kind.make(), store = kept.store, refusal = StoreFailure.other("there is not enough")
    try outcome(store.save(Note(1))).get()
    let refused = store.commit(reading: Query()) { notes throws(StoreFailure) in
      #expect(notes == [Note(1)])
      throw refusal
    }
    #expect(outcome(refused).failure == refusal)
    #expect(outcome(store.commit(reading: Query()) { _ throws(StoreFailure) in [] }).failure == nil)
    #expect(outcome(store.entities(Query())) == .success([Note(1)]))
  }

  @Test("an intact store passes a check, and so does an empty one", arguments: Kind.allCases) func checks(_ kind: Kind)
    throws
  {
    let kept = try kind.make(), store = kept.store
    #expect(outcome(store.check()).failure == nil)
    try outcome(store.save(Note(1))).get()
    #expect(outcome(store.check()).failure == nil)
  }

  @Test("two stores that change one database at the same time do not undo each other's changes")
  func readingCommitsOfTwo() throws {
    let folder = try TemporaryFolder(inMemory: true), url = folder.file("notes.sqlite")
    let stores = (0..<2).map { _ in SQLiteStore<Note>(at: url, libraries: nil, busyTimeout: 600_000) }
    try outcome(stores[0].save(Note(1, due: 0))).get()
    DispatchQueue.concurrentPerform(iterations: 40) { number in
      stores[number % 2].commit(reading: Query()) { notes throws(StoreFailure) in
        notes.map { .save(Note($0.id, due: $0.due.timeIntervalSinceReferenceDate + 1)) }
      }.start()
    }
    #expect(outcome(stores[1].entity(1)) == .success(Note(1, due: 40)))
  }

  @Test("random queries give the same answer from every store", arguments: Kind.allCases)
  func queries(_ kind: Kind) throws {
    let kept = try kind.make(), store = kept.store
    var numbers = SeededNumbers(seed: 7)
    let texts = ["", "a", "A", "b", "ä", "a\u{308}", "z", "\u{0}", "日本", "👩‍👩‍👧", "Z\u{10FFFF}"]
    let notes = (0..<300).map { id in
      Note(id, texts.randomElement(using: &numbers) ?? "", due: Double(Int.random(in: -9...9, using: &numbers)) / 4)
    }
    try outcome(store.commit(notes.map { .save($0) })).get()
    for _ in 0..<200 {
      let query = Query<Note>.random(using: &numbers, texts: texts)
      #expect(outcome(store.entities(query)) == .success(query.select(from: notes)), "\(query)")
    }
  }
}

/// A store and the folder that it keeps alive.
struct KeptStore {
  let store: any Store<Note>
  private let folder: TemporaryFolder?

  init(_ store: any Store<Note>, keeping folder: TemporaryFolder? = nil) {
    self.store = store
    self.folder = folder
  }
}

extension StoreSchema<Note> {
  /// A schema with indexes for some of the values that the tests' queries use.
  static var indexed: Self { StoreSchema(indexes: [StoreIndex("due", \.due), StoreIndex("text", \.text)]) }
}

extension Query<Note> {
  /// A random query.
  fileprivate static func random(using numbers: inout SeededNumbers, texts: [String]) -> Self {
    func date() -> Date { Date(timeIntervalSinceReferenceDate: Double(Int.random(in: -9...9, using: &numbers)) / 4) }
    func text() -> String { texts.randomElement(using: &numbers) ?? "" }
    var query = Query()
    if Bool.random(using: &numbers) { query = query.between(\.due, date(), date()) }
    if Bool.random(using: &numbers) { query = query.between(\.text, text(), text()) }
    if Bool.random(using: &numbers) { query = query.between(\.id, 20, Int.random(in: 0...300, using: &numbers)) }
    for _ in 0..<Int.random(in: 0...2, using: &numbers) {
      let direction: Direction = Bool.random(using: &numbers) ? .ascending : .descending
      query = Bool.random(using: &numbers) ? query.ordered(by: \.due, direction) : query.ordered(by: \.text, direction)
    }
    if Bool.random(using: &numbers) {
      query = query.limited(
        to: Int.random(in: 0...40, using: &numbers), offset: Int.random(in: 0...20, using: &numbers))
    }
    return query
  }
}
