import Fixtures
import Foundation
import Services
import Signals
import SignalsTesting
import Testing

/// Entities whose code calls the store that calls them, tested with each kind of store. No call may hang.
@Suite struct AskingStoreTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder(inMemory: true) }

  private func store(_ kind: StoreKind) -> any Store<AskingNote> {
    kind.store(in: folder, StoreSchema(indexes: [StoreIndex("rank", \.rank.number)]))
  }

  @Test("an entity's encoding may call the store", arguments: StoreKind.onDisk)
  func writing(_ kind: StoreKind) throws {
    let store = store(kind), asked = Asked(.encoding) { outcome(store.entities(Query())).map { $0.map(\.id) } }
    for id in 1...2 { try asked.during { try store.save(AskingNote(id: id)).answer() } }
    #expect(asked.answers == [.success([]), .success([1])])
  }

  @Test("an entity's decoding may call and change the store", arguments: StoreKind.onDisk)
  func reading(_ kind: StoreKind) throws {
    try store(kind).commit([1, 2].map { .save(AskingNote(id: $0)) }).answer()
    // A store that has not read the file yet.
    let store = store(kind), later = MutableProperty<[[Int]]>([])
    let asked = Asked(.decoding) {
      store.save(AskingNote(id: 3)).then { store.entities(Query()) }
        .doNext { notes in later.modify { $0.append(notes.map(\.id)) } }.start()
      return .success([])
    }
    #expect(try asked.during { try store.all.map(\.id) } == [1, 2])
    #expect(asked.answers.count == 1)
    #expect(later.value == [[1, 2, 3]], "the nested call has run in its turn")
  }

  @Test("a migration may call the store", arguments: StoreKind.onDisk)
  func migrating(_ kind: StoreKind) throws {
    try store(kind).save(AskingNote(id: 1)).answer()
    let asker = MutableProperty<(any Store<AskingNote>)?>(nil), answers = MutableProperty<[[Int]]>([])
    let migration = StoreMigration(from: 1) { (note: AskingNote) in
      asker.value?.entities(Query()).doNext { notes in answers.modify { $0.append(notes.map(\.id)) } }.start()
      return note
    }
    let store = kind.store(
      in: folder,
      StoreSchema(version: 2, migrations: [migration], indexes: [StoreIndex("rank", \AskingNote.rank.number)]))
    asker.value = store
    defer { asker.value = nil }
    #expect(try store.all.map(\.id) == [1])
    #expect(answers.value == [[1]])
  }

  @Test("a file system may call its store") func disk() throws {
    let files = ScriptedFileSystem(), counts = MutableProperty<[Int]>([]), looks = MutableProperty(0)
    let store = FileStore<AskingNote>(at: URL(fileURLWithPath: "/notes.json"), files: files)
    files.onLook.value = { [weak store] in
      let number = looks.increase()
      guard let store, number <= 3 else { return }
      store.save(AskingNote(id: number + 10)).then { store.entities(Query()) }
        .doNext { notes in counts.modify { $0.append(notes.count) } }.start()
    }
    try store.save(AskingNote(id: 1)).answer()
    files.onLook.value = nil
    #expect(counts.value.count == 3 && counts.value.last == 4)
    #expect(try store.all.map(\.id).sorted() == [1, 11, 12, 13])
  }

  @Test("a comparison of a query may call and change the store", arguments: StoreKind.allCases)
  func comparing(_ kind: StoreKind) throws {
    let store = store(kind)
    try store.commit((1...3).map { .save(AskingNote(id: $0)) }).answer()
    let asked = Asked(.comparing) {
      outcome(store.delete(3).then { store.entities(Query()) }).map { $0.map(\.id) }
    }
    let query = Query<AskingNote>().between(\.rank, Rank(number: 1), Rank(number: 9)).ordered(by: \.rank, .descending)
    let found = try asked.during { try store.entities(query).answer().map(\.id) }
    #expect(found == [3, 2, 1], "the state at the time of the query")
    #expect(Set(asked.answers) == [.success([1, 2])])
  }

  @Test("a comparison of a live query, including its bounds, may call the store", arguments: StoreKind.allCases)
  func observing(_ kind: StoreKind) throws {
    let store = store(kind)
    try store.save(AskingNote(id: 1)).answer()
    let query = Query<AskingNote>().between(\.rank, Rank(number: 1), Rank(number: 9)).ordered(by: \.rank)
    let asked = Asked(.comparing) { outcome(store.entities(Query())).map { $0.map(\.id) } }
    let lives = asked.during {
      let lives = (0..<3).map { _ in Recorder(store.observe(query).map { $0.map(\.id) }) }
      _ = outcome(store.save(AskingNote(id: 2)))
      return lives
    }
    for live in lives {
      #expect(live.values == [[1], [1, 2]])
      live.dispose()
    }
    #expect(asked.answers.count > 3 && asked.answers.allSatisfy { $0.failure == nil })
  }

  @Test(
    "observers of a live query that write during a delivery get the change, and the stack does not grow",
    arguments: StoreKind.allCases)
  func writingObserver(_ kind: StoreKind) throws {
    let store = store(kind), count = kind == .memory ? 20_000 : 200
    let counting = store.observe(Query()).map { $0.first?.rank.number ?? 0 }.doNext { number in
      if number < count { store.save(AskingNote(id: 1, rank: number + 1)).start() }
    }
    let live = Recorder(counting)
    #expect(live.values == Array(0...count))
    live.dispose()
  }
}
