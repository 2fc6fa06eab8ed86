import Fixtures
import Foundation
import Services
import SignalsTesting
import Testing

@Suite struct QueryTests {
  private let notes = [Note(1, "b", due: 30), Note(2, "a", due: 10), Note(3, "c", due: 20), Note(4, "a", due: 30)]

  private func ids(_ query: Query<Note>) -> [Int] { query.select(from: notes).map(\.id) }

  @Test("a query without conditions returns all entities, oldest first") func everything() {
    #expect(ids(Query()) == [1, 2, 3, 4])
  }

  @Test("both ends of a range are included") func ends() {
    #expect(ids(Query().between(\.due, notes[1].due, notes[2].due)) == [2, 3])
    #expect(ids(Query().between(\.due, notes[2].due, notes[2].due)) == [3])
  }

  @Test("a range that ends before it begins matches no entity") func reversed() {
    #expect(ids(Query().between(\.due, notes[2].due, notes[1].due)) == [])
  }

  @Test("an entity must meet all conditions") func conditions() {
    #expect(ids(Query().between(\.text, "a", "b").between(\.id, 2, 4)) == [2, 4])
  }

  @Test("later orders break ties; the last tie is broken by age") func orders() {
    #expect(ids(Query().ordered(by: \.due)) == [2, 3, 1, 4])
    #expect(ids(Query().ordered(by: \.due).ordered(by: \.text)) == [2, 3, 4, 1])
    #expect(ids(Query().ordered(by: \.text, .descending).ordered(by: \.due)) == [3, 1, 2, 4])
  }

  @Test("a limit and an offset apply to the ordered results") func limits() {
    let query = Query<Note>().ordered(by: \.due)
    #expect(ids(query.limited(to: 2)) == [2, 3])
    #expect(ids(query.limited(to: 2, offset: 3)) == [4])
    #expect(ids(query.limited(to: 2, offset: 9)) == [])
    #expect(ids(query.limited(to: -1, offset: -1)) == [])
    #expect(ids(Query().between(\.id, 2, 4).limited(to: 1, offset: 1)) == [3])
  }

  @Test("narrowing a query does not change the original") func values() {
    let all = Query<Note>()
    _ = all.between(\.id, 1, 1).limited(to: 0)
    #expect(ids(all) == [1, 2, 3, 4])
  }

  private func chores(_ query: Query<Chore>) -> [Int] { query.select(from: Self.chores).map(\.id) }
  private static let owner = UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16))
  private static let chores = [
    Chore(id: 1, name: "Äpfel", isDone: false, owner: nil, due: Date(timeIntervalSinceReferenceDate: 10)),
    Chore(id: 2, name: "A\u{308}rger", isDone: true, owner: owner, due: nil),
    Chore(id: 3, name: "Arbeit", isDone: false, owner: UUID(), due: Date(timeIntervalSinceReferenceDate: 20)),
  ]

  @Test("filters test for one value, for one of several, or for nil") func equality() {
    #expect(chores(Query().filter(\.isDone, equals: false)) == [1, 3])
    let owned = Query<Chore>().filter(\.owner, equals: Self.owner)
    #expect(chores(owned) == [2])
    #expect(chores(Query().filter(\.owner, equals: nil)) == [1])
    #expect(chores(Query().filter(\.owner, in: [nil, Self.owner])) == [1, 2])
    #expect(chores(Query().filter(\.id, in: [3, 9, 1])) == [1, 3])
    #expect(chores(Query().filter(\.id, in: [])) == [])
    #expect(chores(Query().filter(\.name, equals: "\u{c4}rger")) == [2], "composed and decomposed letters are equal")
  }

  @Test("a range may have one end or two; nil is in no range") func ranges() {
    let (ten, twenty) = (Date(timeIntervalSinceReferenceDate: 10), Date(timeIntervalSinceReferenceDate: 20))
    #expect(chores(Query().filter(\.due, in: ten...twenty)) == [1, 3])
    #expect(chores(Query().filter(\.due, in: ten..<twenty)) == [1])
    #expect(chores(Query().filter(\.due, in: twenty...)) == [3])
    #expect(chores(Query().filter(\.due, in: ...twenty)) == [1, 3])
    #expect(chores(Query().filter(\.due, in: ..<twenty)) == [1])
    #expect(chores(Query().filter(\.id, in: 2...)) == [2, 3])
  }

  @Test("a prefix consists of whole characters") func prefixes() {
    #expect(chores(Query().filter(\.name, hasPrefix: "Ä")) == [1, 2])
    #expect(chores(Query().filter(\.name, hasPrefix: "A")) == [3])
    #expect(chores(Query().filter(\.name, hasPrefix: "")) == [1, 2, 3])
  }

  @Test("nil sorts before any value, and false before true") func missingValues() {
    #expect(chores(Query().ordered(by: \.due)) == [2, 1, 3])
    #expect(chores(Query().ordered(by: \.due, .descending)) == [3, 1, 2])
    #expect(chores(Query().ordered(by: \.isDone, .descending).ordered(by: \.id, .descending)) == [2, 3, 1])
  }

  @Test("queries with the same conditions, orders and page are equal") func equalQueries() {
    let one = Query<Chore>().filter(\.id, in: [1, 2]).filter(\.due, in: ..<Date(timeIntervalSinceReferenceDate: 0))
    let same = Query<Chore>().filter(\.id, in: [2, 1]).filter(\.due, in: ..<Date(timeIntervalSinceReferenceDate: 0))
    #expect(one == same && one.hashValue == same.hashValue)
    let others = [
      Query<Chore>().filter(\.id, in: [1, 2]).filter(\.due, in: ...Date(timeIntervalSinceReferenceDate: 0)),
      Query<Chore>().filter(\.id, in: [1, 3]).filter(\.due, in: ..<Date(timeIntervalSinceReferenceDate: 0)),
      Query<Chore>().filter(\.id, in: [1, 2]), one.limited(to: 1), one.ordered(by: \.id),
    ]
    for other in others { #expect(one != other) }
    let unowned = Query<Chore>().filter(\.owner, equals: nil),
      owned = Query<Chore>().filter(\.owner, equals: Self.owner)
    #expect(unowned == Query().filter(\.owner, equals: nil) && unowned != owned)
  }

  @Test("for random queries, every store gives the answer of the definition, with and without an index")
  func model() throws {
    let folder = try TemporaryFolder(inMemory: true)
    let stores: [any Store<Chore>] = [
      MemoryStore(), FileStore(at: folder.file("chores.json")),
      SQLiteStore(at: folder.file("chores.sqlite"), schema: Chore.schema), SQLiteStore(at: folder.file("plain.sqlite")),
    ]
    for store in stores { try outcome(store.commit(Chore.some.map { .save($0) })).get() }
    var numbers = SeededNumbers(seed: 11), found = 0
    for _ in 0..<400 {
      let query = Query<Chore>.random(using: &numbers), expected = query.select(from: Chore.some)
      found += expected.isEmpty ? 0 : 1
      for store in stores { #expect(outcome(store.entities(query)) == .success(expected), "\(query)") }
    }
    #expect(found > 100, "most questions have an answer")
  }
}
