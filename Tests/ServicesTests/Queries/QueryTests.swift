import Effort
import Fixtures
import Foundation
import SQLiteStores
import Services
import SignalsTesting
import Testing

@Suite struct QueryTests {
  private static let owner = UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16))
  private static let (ten, twenty) = (
    Date(timeIntervalSinceReferenceDate: 10), Date(timeIntervalSinceReferenceDate: 20)
  )
  private static let chores = [
    Chore(id: 1, name: "Äpfel", isDone: false, owner: nil, due: ten),
    Chore(id: 2, name: "A\u{308}rger", isDone: true, owner: owner, due: nil),
    Chore(id: 3, name: "Arbeit", isDone: false, owner: UUID(), due: twenty),
    Chore(id: 4, name: "Birnen", isDone: false, owner: nil, due: ten),
  ]

  @Test("a query finds the entities that meet all filters, in the order of its orders and then of age, up to its limit")
  func definition() {
    let ten = Self.ten, twenty = Self.twenty, owner = Self.owner, due = Query<Chore>().ordered(by: \.due)
    let rows: [(Query<Chore>, [Int])] = [
      (Query(), [1, 2, 3, 4]),
      // One value, one of several, or nil; composed and decomposed letters are equal.
      (Query().filter(\.isDone, equals: false), [1, 3, 4]),
      (Query().filter(\.isDone, equals: false).between(\.id, 2, 4), [3, 4]),
      (Query().filter(\.owner, equals: owner), [2]), (Query().filter(\.owner, equals: nil), [1, 4]),
      (Query().filter(\.owner, in: [nil, owner]), [1, 2, 4]), (Query().filter(\.id, in: [3, 9, 1]), [1, 3]),
      (Query().filter(\.id, in: []), []), (Query().filter(\.name, equals: "\u{c4}rger"), [2]),
      // A range may end before it begins; nil is in no range.
      (Query().between(\.id, 2, 3), [2, 3]), (Query().between(\.id, 3, 3), [3]), (Query().between(\.id, 3, 2), []),
      (Query().filter(\.due, in: ten...twenty), [1, 3, 4]), (Query().filter(\.due, in: ten..<twenty), [1, 4]),
      (Query().filter(\.due, in: twenty...), [3]), (Query().filter(\.due, in: ...twenty), [1, 3, 4]),
      (Query().filter(\.due, in: ..<twenty), [1, 4]), (Query().filter(\.id, in: 2...), [2, 3, 4]),
      // A prefix consists of whole characters.
      (Query().filter(\.name, hasPrefix: "Ä"), [1, 2]), (Query().filter(\.name, hasPrefix: "A"), [3]),
      (Query().filter(\.name, hasPrefix: ""), [1, 2, 3, 4]),
      (Query().filter(\.name, contains: "r"), [2, 3, 4]), (Query().filter(\.name, contains: "\u{c4}rg"), [2]),
      (Query().filter(\.name, contains: "A"), [3]), (Query().filter(\.name, contains: ""), [1, 2, 3, 4]),
      // Later orders break ties; nil sorts before any value, and false before true.
      (due, [2, 1, 4, 3]), (Query().ordered(by: \.due, .descending), [3, 1, 4, 2]),
      (due.ordered(by: \.id, .descending), [2, 4, 1, 3]),
      (Query().ordered(by: \.isDone, .descending).ordered(by: \.id, .descending), [2, 4, 3, 1]),
      // A limit and an offset apply to the ordered results.
      (due.limited(to: 2), [2, 1]), (due.limited(to: 2, offset: 3), [3]), (due.limited(to: 2, offset: 9), []),
      (due.limited(to: -1, offset: -1), []), (Query().between(\.id, 2, 4).limited(to: 1, offset: 1), [3]),
    ]
    for (query, ids) in rows { #expect(query.select(from: Self.chores).map(\.id) == ids, "\(query)") }
  }

  /// An entity with a computed value, which may be NaN.
  private struct Task: Codable, Hashable, Identifiable, Sendable {
    let id: Int
    var done = 0.0, total: Double?
    var ratio: Double? { total.map { done / $0 } }
    var share: Double { done / (total ?? 1) }
  }

  @Test("NaN matches no filter, in every store", arguments: StoreKind.allCases)
  func notANumber(_ kind: StoreKind) throws {
    let store = kind.store(
      in: try TemporaryFolder(inMemory: true),
      StoreSchema<Task>(indexes: [StoreIndex("ratio", \.ratio), StoreIndex("share", \.share)]))
    try store.commit([
      .save(Task(id: 1)), .save(Task(id: 2, total: 0)), .save(Task(id: 3, done: 1, total: 2)),
      .save(Task(id: 4, done: 1, total: 0)),
    ]).answer()
    let none = Query<Task>(),
      queries: [(Query<Task>, [Int])] = [
        (none, [1, 2, 3, 4]), (none.filter(\.ratio, equals: nil), [1]), (none.filter(\.ratio, equals: .nan), []),
        (none.filter(\.ratio, in: [nil, .nan, 0.5]), [1, 3]), (none.filter(\.ratio, in: 0...), [3, 4]),
        (none.filter(\.ratio, in: ...1), [3]), (none.filter(\.ratio, in: ..<Double.infinity), [3]),
        (none.filter(\.ratio, in: 0.5 ... .infinity).ordered(by: \.ratio, .descending), [4, 3]),
        (none.between(\.share, 0, 1), [1, 3]), (none.between(\.share, .nan, 1), []),
        (none.between(\.share, 0, .nan), []),
      ]
    for (query, ids) in queries { #expect(try store.entities(query).answer().map(\.id) == ids, "\(query)") }
  }

  /// A number or a text; numbers sort before texts.
  private enum Label: Codable, Hashable, Comparable, IndexRepresentable {
    case number(Int)
    case name(String)

    var indexed: IndexedValue {
      switch self {
      case .number(let number): .integer(Int64(number))
      case .name(let name): name.indexed
      }
    }
    static func < (first: Label, second: Label) -> Bool {
      switch (first, second) {
      case (.number(let first), .number(let second)): first < second
      case (.name(let first), .name(let second)): first < second
      case (.number, .name): true
      case (.name, .number): false
      }
    }
  }

  private struct Labelled: Codable, Hashable, Identifiable, Sendable {
    let id: Int, label: Label
  }

  @Test("values of two kinds are found from a number on, in every store", arguments: StoreKind.allCases)
  func kinds(_ kind: StoreKind) throws {
    let store = kind.store(
      in: try TemporaryFolder(inMemory: true), StoreSchema<Labelled>(indexes: [StoreIndex("label", \.label)]))
    try store.commit(
      [Label.number(1), .number(9), .name("x"), .name("")].enumerated().map {
        .save(Labelled(id: $0, label: $1))
      }
    ).answer()
    #expect(try store.entities(Query().filter(\.label, in: .number(5)...)).answer().map(\.id) == [1, 2, 3])
  }

  @Test("a query may have thousands of conditions and long lists, in every store", arguments: StoreKind.allCases)
  func manyConditions(_ kind: StoreKind) throws {
    let store = kind.store(in: try TemporaryFolder(inMemory: true), .indexed)
    try store.commit((1...3).map { .save(Note($0, "\($0)", due: Double($0))) }).answer()
    let dates = (2...3_000).map { Date(timeIntervalSinceReferenceDate: Double($0)) }
    let many = dates.prefix(2_000).reversed().reduce(Query<Note>()) { $0.filter(\.due, in: ...$1) }
    let lists = (0..<9).reduce(Query<Note>()) { query, _ in query.filter(\.due, in: dates) }
    #expect(try store.entities(many.ordered(by: \.text).limited(to: 2)).answer().map(\.id) == [1, 2])
    #expect(try store.entities(lists.filter(\.text, in: ..."2")).answer().map(\.id) == [2])
  }

  @Test("for random queries, every store gives the answer of the definition, with and without an index")
  func model() throws {
    let folder = try TemporaryFolder(inMemory: true), chores = Chore.some
    let stores =
      StoreKind.allCases.map { $0.store(in: folder, Chore.schema) } + [SQLiteStore(at: folder.file("plain.sqlite"))]
    for store in stores { try store.commit(chores.map { .save($0) }).answer() }
    var numbers = SeededNumbers(seed: 11), found = 0
    let count = Effort.runs(short: 150, full: 300, all: 600)
    for _ in 0..<count {
      let query = Query<Chore>.random(using: &numbers), expected = query.select(from: chores)
      found += expected.isEmpty ? 0 : 1
      for store in stores { #expect(try store.entities(query).answer() == expected, "\(query)") }
    }
    #expect(found > count / 4, "many queries have an answer")
  }
}
