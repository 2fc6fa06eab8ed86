import Fixtures
import Foundation
import Services
import Signals
import SignalsTesting
import Testing

/// Entities whose code calls the store that calls them, tested with each kind of store. No call may hang.
@Suite struct AskingStoreTests {
  enum Kind: CaseIterable {
    case memory, file, sqlite

    func make(in folder: TemporaryFolder) -> any Store<AskingNote> {
      switch self {
      case .memory: MemoryStore()
      case .file: FileStore(at: folder.file("notes.json"))
      case .sqlite: SQLiteStore(at: folder.file("notes.sqlite"), schema: Self.schema)
      }
    }

    fileprivate static let schema = StoreSchema<AskingNote>(indexes: [StoreIndex("rank", \.rank.number)])
  }
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder(inMemory: true) }

  @Test("an entity's encoding may call the store", arguments: Kind.allCases) func writing(_ kind: Kind) throws {
    let store = kind.make(in: folder),
      asked = Asked(.encoding) { outcome(store.entities(Query())).map { $0.map(\.id) } }
    for id in 1...2 { try asked.during { try outcome(store.save(AskingNote(id: id))).get() } }
    #expect(asked.answers == (kind == .memory ? [] : [.success([]), .success([1])]))
  }

  @Test("an entity's decoding may call and change the store", arguments: Kind.allCases)
  func reading(_ kind: Kind) throws {
    try outcome(kind.make(in: folder).commit([1, 2].map { .save(AskingNote(id: $0)) })).get()
    // A store that has not read the file yet.
    let store = kind.make(in: folder), answers = MutableProperty<[Result<[Int], StoreFailure>]>([])
    let asked = Asked(.decoding) {
      store.save(AskingNote(id: 3)).then { store.entities(Query()) }.observe { event in
        if case .value(let notes) = event { answers.modify { $0.append(.success(notes.map(\.id))) } }
        if case .failed(let failure) = event { answers.modify { $0.append(.failure(failure)) } }
      }
      return .success([])
    }
    let first = asked.during { outcome(store.entities(Query())).map { $0.map(\.id) } }
    #expect(first == .success(kind == .memory ? [] : [1, 2]))
    #expect(asked.answers.count == (kind == .memory ? 0 : 1))
    // The nested call has run in its turn.
    #expect(answers.value == (kind == .memory ? [] : [.success([1, 2, 3])]))
  }

  @Test("a migration may call the store", arguments: [Kind.file, .sqlite])
  func migrating(_ kind: Kind) throws {
    try outcome(kind.make(in: folder).save(AskingNote(id: 1))).get()
    let asker = MutableProperty<(any Store<AskingNote>)?>(nil), answers = MutableProperty<[[Int]]>([])
    let migration = StoreMigration(from: 1) { (note: AskingNote) in
      asker.value?.entities(Query()).observe { event in
        if case .value(let notes) = event { answers.modify { $0.append(notes.map(\.id)) } }
      }
      return note
    }
    let schema = StoreSchema(
      version: 2, migrations: [migration], indexes: [StoreIndex("rank", \AskingNote.rank.number)])
    let store: any Store<AskingNote> =
      kind == .file
      ? FileStore(at: folder.file("notes.json"), schema: schema)
      : SQLiteStore(at: folder.file("notes.sqlite"), schema: schema)
    asker.value = store
    defer { asker.value = nil }
    #expect(outcome(store.entities(Query())).map { $0.map(\.id) } == .success([1]))
    #expect(answers.value == [[1]])
  }

  @Test("a file system may call its store") func disk() throws {
    let files = ScriptedFileSystem(), answers = MutableProperty<[Int]>([])
    let store = FileStore<AskingNote>(at: URL(fileURLWithPath: "/notes.json"), files: files)
    let looks = MutableProperty(0)
    files.onLook.value = { [weak store] in
      let number = looks.modify {
        $0 += 1; return $0
      }
      guard number <= 3 else { return }
      store?.save(AskingNote(id: number + 10)).then { [weak store] in store?.entities(Query()) ?? .empty }.observe {
        event in
        if case .value(let notes) = event { answers.modify { $0.append(notes.count) } }
      }
    }
    try outcome(store.save(AskingNote(id: 1))).get()
    files.onLook.value = nil
    #expect(answers.value.count == 3 && answers.value.last == 4)
    #expect(outcome(store.entities(Query())).map { $0.map(\.id).sorted() } == .success([1, 11, 12, 13]))
  }

  @Test("a comparison of a query may call and change the store", arguments: Kind.allCases)
  func comparing(_ kind: Kind) throws {
    let store = kind.make(in: folder)
    try outcome(store.commit((1...3).map { .save(AskingNote(id: $0)) })).get()
    let asked = Asked(.comparing) {
      outcome(store.delete(3).then { store.entities(Query()) }).map { $0.map(\.id) }
    }
    let query = Query<AskingNote>().between(\.rank, Rank(number: 1), Rank(number: 9)).ordered(by: \.rank, .descending)
    let found = asked.during { outcome(store.entities(query)).map { $0.map(\.id) } }
    #expect(found == .success([3, 2, 1]), "the state at the time of the query")
    #expect(asked.answers.first == .success([1, 2]))
    #expect(Set(asked.answers.map { try? $0.get() }) == [[1, 2]])
  }

  @Test("a comparison of a live query, including its bounds, may call the store", arguments: Kind.allCases)
  func observing(_ kind: Kind) throws {
    let store = kind.make(in: folder)
    try outcome(store.save(AskingNote(id: 1))).get()
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
    arguments: Kind.allCases)
  func writingObserver(_ kind: Kind) throws {
    let store = kind.make(in: folder), count = kind == .memory ? 20_000 : 200
    let counting = store.observe(Query()).map { $0.first?.rank.number ?? 0 }.doNext { number in
      if number < count { store.save(AskingNote(id: 1, rank: number + 1)).start() }
    }
    let live = Recorder(counting)
    #expect(live.values == Array(0...count))
    live.dispose()
  }
}

/// Calls a store whenever an entity is encoded, decoded or compared, except inside such a call.
private final class Asked: Sendable {
  enum Moment: Sendable { case encoding, decoding, comparing }
  @TaskLocal static var current: Asked?

  private let moment: Moment
  private let ask: @Sendable () -> Result<[Int], StoreFailure>
  private let found = MutableProperty<[Result<[Int], StoreFailure>]>([])

  init(_ moment: Moment, _ ask: @escaping @Sendable () -> Result<[Int], StoreFailure>) {
    self.moment = moment
    self.ask = ask
  }

  var answers: [Result<[Int], StoreFailure>] { found.value }

  func during<Value>(_ work: () throws -> Value) rethrows -> Value { try Self.$current.withValue(self) { try work() } }

  static func happens(_ moment: Moment) {
    guard let asked = current, asked.moment == moment else { return }
    let answer = $current.withValue(nil) { asked.ask() }
    asked.found.modify { $0.append(answer) }
  }
}

/// An entity that notifies ``Asked`` when it is encoded, decoded or compared.
struct AskingNote: Codable, Identifiable, Sendable {
  let id: Int
  let rank: Rank

  init(id: Int, rank: Int? = nil) {
    self.id = id
    self.rank = Rank(number: rank ?? id)
  }
  private enum CodingKeys: CodingKey { case id, rank }
  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    id = try container.decode(Int.self, forKey: .id)
    rank = Rank(number: try container.decode(Int.self, forKey: .rank))
    if id == 1 { Asked.happens(.decoding) }
  }
  func encode(to encoder: any Encoder) throws {
    Asked.happens(.encoding)
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(id, forKey: .id)
    try container.encode(rank.number, forKey: .rank)
  }
}

struct Rank: Comparable, Sendable {
  let number: Int

  static func == (left: Rank, right: Rank) -> Bool {
    Asked.happens(.comparing)
    return left.number == right.number
  }
  static func < (left: Rank, right: Rank) -> Bool {
    Asked.happens(.comparing)
    return left.number < right.number
  }
}
