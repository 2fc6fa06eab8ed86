import Fixtures
import Foundation
import SQLiteStores
import Services
import Signals
import SignalsTesting
import Testing

/// The contract of stores, tested with each kind of store.
@Suite struct StoreTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder(inMemory: true) }

  @Test(
    "entities are listed by age; a replaced one keeps its place",
    arguments: StoreKind.allCases)
  func changes(_ kind: StoreKind) throws {
    let store = kind.store(in: folder, .indexed), one = Note(1, "one"), two = Note(2, "two")
    var states = [try store.all]
    for note in [two, Note(1, "old"), Note(3), one] { try outcome(store.save(note)).get() }
    states.append(try store.all)
    for id in [3, 3, 9] { try outcome(store.delete(id)).get() }
    states.append(try store.all)
    #expect((1...3).map { outcome(store.entity($0)) } == [.success(one), .success(two), .success(nil)])
    // In one commit, too, a deleted entity that is saved again comes last; many deleted ones leave no gaps.
    let gone = (10..<50).flatMap { id -> [StoreChange<Note>] in [.save(Note(id)), .delete(id)] }
    let changes: [StoreChange<Note>] = [.save(Note(3)), .delete(2), .save(Note(4)), .save(Note(2)), .delete(4)]
    try outcome(store.commit(changes + gone + [.save(Note(1)), .save(two)])).get()
    #expect(try states + [store.all] == [[], [two, one, Note(3)], [two, one], [Note(1), Note(3), two]])
    // A store in memory may start with entities; of those with the same id it keeps the last one.
    #expect(try MemoryStore([Note(2, "old"), one, two]).all == [two, one])
  }

  private struct Pin<ID: Codable & Hashable & IndexRepresentable>: Codable, Identifiable, Sendable {
    let id: ID
    var number = 0
  }

  /// An id that ignores case.
  private struct Name: Codable, Hashable, IndexRepresentable {
    let text: String
    var indexed: IndexedValue { text.lowercased().indexed }
    static func == (one: Name, other: Name) -> Bool { one.indexed == other.indexed }
    func hash(into hasher: inout Hasher) { hasher.combine(indexed) }
  }

  @Test("ids that are equal in Swift are one entity, and others are not", arguments: StoreKind.allCases)
  func equalIDs(_ kind: StoreKind) throws {
    func expectOne<ID: Codable & Hashable & IndexRepresentable>(_ one: ID, _ other: ID, among different: [ID]) throws {
      let store: any Store<Pin<ID>> = kind.store(in: try TemporaryFolder(inMemory: true))
      for (number, id) in ([one, other] + different).enumerated() {
        try store.save(Pin(id: id, number: number)).answer()
      }
      #expect(try store.all.map(\.number) == Array(1...different.count + 1))
      #expect(try store.entity(one).answer()?.number == 1)
      try store.delete(one).answer()
      #expect(try store.all.map(\.id) == different)
    }
    try expectOne("\u{e9}", "e\u{301}", among: ["e", "\\", "-0", "0", "\u{0}", "", "E\u{301}"])
    try expectOne(0.0, -0.0, among: [-0.5, -10, 10, .leastNonzeroMagnitude])
    try expectOne(Name(text: "Emma"), Name(text: "EMMA"), among: [Name(text: "Em")])
    try expectOne(7, 7, among: [-7, .max, .min])
  }

  @Test("an id that an index cannot hold is not saved") func noID() throws {
    let file = folder.file("pins"), store = SQLiteStore<Pin<Int?>>(at: file)
    let failure = outcome(store.save(Pin(id: nil))).failure
    #expect(failure == .unwritable(file: file.path, reason: "NOT NULL constraint failed: entities.id"))
    #expect(outcome(store.entity(nil)).map { $0?.number } == .success(nil))
  }

  /// An entity of any depth.
  private struct Tree: Codable, Identifiable, Sendable {
    let id: Int
    var children: [Tree] = []
  }

  @Test("an entity that is nested too deeply for JSON fails with a short reason", arguments: StoreKind.onDisk)
  func deep(_ kind: StoreKind) throws {
    let store: any Store<Tree> = kind.store(in: folder)
    let tree = (1...600).reduce(Tree(id: 0)) { Tree(id: $1, children: [$0]) }
    let reason = "the entity cannot be encoded: it may be nested too deeply"
    #expect(outcome(store.save(tree)).failure == .unwritable(file: kind.url(in: folder).path, reason: reason))
  }

  @Test(
    "a store whose folder is removed is empty, and creates the folder with the next change", arguments: StoreKind.onDisk
  )
  func removedFolder(_ kind: StoreKind) throws {
    let inner = folder.file("inner"), url = inner.appending(path: "notes")
    let store: any Store<Note> = kind == .sqlite ? SQLiteStore(at: url) : FileStore(at: url)
    try store.save(Note(1)).answer()
    try FileManager.default.removeItem(at: inner)
    let empty = try store.all
    for id in 2...3 { try store.save(Note(id)).answer() }
    #expect(empty == [])
    #expect(try store.all == [Note(2), Note(3)])
    if kind == .file {
      #expect(
        outcome(FileStore<Note>(at: url).save(Note(4))).failure == .inUse(file: url.path), "the store has the new lock")
    }
  }

  @Test("commitIfStored makes all changes, or none if an entity is missing", arguments: StoreKind.allCases)
  func commitIfStored(_ kind: StoreKind) throws {
    let store = kind.store(in: folder, .indexed)
    for id in 1...2 { try store.save(Note(id)).answer() }
    let changes: [[StoreChange<Note>]] = [
      [.save(Note(1, "new")), .delete(3)], [.save(Note(1, "new")), .delete(2)], [.save(Note(2))],
    ]
    let results = try changes.map {
      ("\(outcome(store.commitIfStored($0)))", try store.all.map { "\($0.id)\($0.text)" })
    }
    #expect(results.map(\.0) == ["success(false)", "success(true)", "success(false)"])
    #expect(results.map(\.1) == [["1", "2"], ["1new"], ["1new"]])
  }

  @Test("a call does nothing before it is observed, and each observation makes it again", arguments: StoreKind.allCases)
  func cold(_ kind: StoreKind) throws {
    let store = kind.store(in: folder, .indexed), save = store.save(Note(1)), all = store.entities(Query())
    let states = try [[], [save], [store.delete(1), save]].map { calls in
      for call in calls { try call.answer() }
      return try all.answer()
    }
    #expect(states == [[], [Note(1)], [Note(1)]])
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

  @Test(
    "a commit that fails in the middle, whose decision throws, or that makes no changes, changes nothing",
    arguments: StoreKind.allCases)
  func refusedCommits(_ kind: StoreKind) throws {
    let store = kind.store(in: folder, .indexed), refusal = StoreFailure.other("there is not enough")
    try store.save(Note(1)).answer()
    let refused = store.commit(reading: Query()) { notes throws(StoreFailure) in
      if notes == [Note(1)] { throw refusal }
      return []
    }
    let empty = store.commit(reading: Query()) { _ throws(StoreFailure) in [] }
    #expect([refused, empty].map { outcome($0).failure } == [refusal, nil])
    if kind != .memory {
      // A number that JSON cannot represent.
      let failed = outcome(store.commit([.delete(1), .save(Note(2)), .save(Note(3, due: .infinity))])).failure
      #expect(failed == .unwritable(file: kind.url(in: folder).path, reason: "due cannot be encoded: it is inf"))
    }
    #expect(try store.all == [Note(1)])
  }
}
