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

  /// An entity whose id is made of several values.
  private struct Pin: Codable, Identifiable, Sendable {
    struct ID: Codable, Hashable, Sendable {
      var name = "", x = 0.0, more: [Double] = []
    }
    let id: ID
    var number = 0
  }

  @Test(
    "ids that are equal are one entity, though they have a composed letter or -0; others are not",
    arguments: StoreKind.allCases)
  func equalIDs(_ kind: StoreKind) throws {
    let store: any Store<Pin> = kind.store(in: folder)
    let pairs = [
      (Pin.ID(name: "\u{e9}"), Pin.ID(name: "e\u{301}")), (Pin.ID(x: 0), Pin.ID(x: -0.0)),
      (Pin.ID(name: "a", x: 1, more: [0, 0]), Pin.ID(name: "a", x: 1, more: [-0.0, -0.0])),
    ]
    let different = [
      Pin.ID(name: "[-0,-0]"), Pin.ID(name: "[0,0]"), Pin.ID(name: #"\",-0,"#), Pin.ID(name: #"\",0,"#),
      Pin.ID(name: "-0"), Pin.ID(name: "\\"), Pin.ID(x: -0.5), Pin.ID(x: -10), Pin.ID(x: 10), Pin.ID(more: [-0.0]),
    ]
    for (number, id) in (pairs.flatMap { [$0, $1] } + different).enumerated() {
      try store.save(Pin(id: id, number: number)).answer()
    }
    #expect(try store.all.map(\.number) == [1, 3, 5] + (6..<6 + different.count))
    for (one, other) in pairs {
      #expect(try store.entity(one).answer()?.number == store.entity(other).answer()?.number)
      try store.delete(one).answer()
    }
    #expect(try store.all.map(\.id) == different)
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
