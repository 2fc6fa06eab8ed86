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

  @Test("an entity's encoding may call the store, and its decoding may change it", arguments: StoreKind.onDisk)
  func coding(_ kind: StoreKind) throws {
    do {
      let store = store(kind), asked = Asked(.encoding) { outcome(store.entities(Query())).map { $0.map(\.id) } }
      for id in 1...2 { try asked.during { try store.save(AskingNote(id: id)).answer() } }
      #expect(asked.answers == [.success([]), .success([1])])
    }
    // A store that has not read the file yet.
    let store = store(kind), later = MutableProperty<[[Int]]>([])
    let asked = Asked(.decoding) {
      store.save(AskingNote(id: 3)).then { store.entities(Query()) }
        .doValue { notes in later.modify { $0.append(notes.map(\.id)) } }.start()
      return .success([])
    }
    let found = try asked.during { try store.all.map(\.id) }
    // The nested call runs once, in its turn.
    #expect([found] + later.value == [[1, 2], [1, 2, 3]])
    #expect(asked.answers.count == 1)
  }

  @Test("a migration may call the store", arguments: StoreKind.onDisk)
  func migrating(_ kind: StoreKind) throws {
    try store(kind).save(AskingNote(id: 1)).answer()
    let asker = MutableProperty<(any Store<AskingNote>)?>(nil), answers = MutableProperty<[[Int]]>([])
    let migration = StoreMigration(from: 1) { (note: AskingNote) in
      asker.value?.entities(Query()).doValue { notes in answers.modify { $0.append(notes.map(\.id)) } }.start()
      return note
    }
    let store = kind.store(
      in: folder,
      StoreSchema(version: 2, migrations: [migration], indexes: [StoreIndex("rank", \AskingNote.rank.number)]))
    asker.value = store
    defer { asker.value = nil }
    #expect(try [store.all.map(\.id)] + answers.value == [[1], [1]])
  }

  @Test(
    "a comparison of a query or a live query, with its bounds, may call and change the store",
    arguments: StoreKind.allCases)
  func comparing(_ kind: StoreKind) throws {
    let store = store(kind)
    try store.commit((1...3).map { .save(AskingNote(id: $0)) }).answer()
    let query = Query<AskingNote>().between(\.rank, Rank(number: 1), Rank(number: 9)).ordered(by: \.rank, .descending)
    let asked = Asked(.comparing) { outcome(store.delete(3).then { store.entities(Query()) }).map { $0.map(\.id) } }
    let found = try asked.during { try store.entities(query).answer().map(\.id) }
    // The found state is that at the time of the query.
    #expect(found == [3, 2, 1])
    #expect(Set(asked.answers) == [.success([1, 2])])

    let askedLater = Asked(.comparing) { outcome(store.entities(Query())).map { $0.map(\.id) } }
    let lives = askedLater.during {
      let lives = (0..<3).map { _ in Recorder(store.observe(query).map { $0.map(\.id) }) }
      _ = outcome(store.save(AskingNote(id: 4)))
      return lives
    }
    for live in lives { live.dispose() }
    #expect(lives.allSatisfy { $0.values == [[2, 1], [4, 2, 1]] })
    #expect(askedLater.answers.count > 3)
    #expect(askedLater.answers.allSatisfy { $0.failure == nil })
  }

  @Test(
    "observers of a live query that write during a delivery get the change, and the stack does not grow",
    arguments: StoreKind.allCases)
  func writingObserver(_ kind: StoreKind) throws {
    let store = store(kind), count = kind == .memory ? 20_000 : 200
    let counting = store.observe(Query()).map { $0.first?.rank.number ?? 0 }.doValue { number in
      if number < count { store.save(AskingNote(id: 1, rank: number + 1)).start() }
    }
    let live = Recorder(counting)
    #expect(live.values == Array(0...count))
    live.dispose()
  }
}
