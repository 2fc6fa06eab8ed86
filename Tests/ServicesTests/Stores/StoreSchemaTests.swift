import Fixtures
import Foundation
import Services
import Testing

/// Reading data of older and newer versions.
@Suite struct StoreSchemaTests {
  /// The note of version 1.
  struct FirstNote: Codable, Identifiable, Sendable {
    let id: Int
    var title: String
  }
  /// The note of version 2.
  struct SecondNote: Codable, Identifiable, Sendable {
    let id: Int
    var name: String
  }

  static let first = StoreSchema<FirstNote>()
  static let third = StoreSchema<Note>(
    version: 3,
    migrations: [
      StoreMigration(from: 1) { (old: FirstNote) in SecondNote(id: old.id, name: old.title) },
      StoreMigration(from: 2) { (old: SecondNote) in Note(old.id, old.name.uppercased(), due: 7) },
    ],
    indexes: [StoreIndex("due", \.due)])

  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder(inMemory: true) }

  @Test(
    "data of an older version passes through every migration, and the next change writes it in the new version",
    arguments: StoreKind.onDisk)
  func migrating(_ kind: StoreKind) throws {
    try kind.store(in: folder, Self.first).save(FirstNote(id: 1, title: "milk")).answer()
    let url = kind.url(in: folder), old = try Data(contentsOf: url)
    let store = kind.store(in: folder, Self.third)
    let milk = Note(1, "MILK", due: 7)
    #expect(try store.entities(Query().ordered(by: \.due)).answer() == [milk])
    if kind == .file { #expect(try Data(contentsOf: url) == old, "reading changes nothing") }
    try store.save(Note(2, due: 8)).answer()
    #expect(try kind.store(in: folder, Self.third).all == [milk, Note(2, due: 8)])
  }

  @Test(
    "a migration may change the ids, also to ids of other entities, and keeps the order; two equal ones are refused",
    arguments: StoreKind.onDisk)
  func migratingIDs(_ kind: StoreKind) throws {
    func schema(_ id: @escaping @Sendable (Int) -> Int) -> StoreSchema<Note> {
      StoreSchema(version: 2, migrations: [StoreMigration(from: 1) { (old: FirstNote) in Note(id(old.id), old.title) }])
    }
    try kind.store(in: folder, Self.first).commit((1...3).map { .save(FirstNote(id: $0, title: "\($0)")) }).answer()
    let equal = kind.store(in: folder, schema { $0 / 2 })
    #expect(outcome(equal.entities(Query())).failure == invalid(kind, "entities[2] has the id of entities[1]"))
    let store = kind.store(in: folder, schema { 4 - $0 })
    for _ in 1...2 {
      #expect(try store.all == [Note(3, "1"), Note(2, "2"), Note(1, "3")])
      try store.save(Note(3, "1")).answer()
    }
    #expect(try kind.store(in: folder, StoreSchema<Note>(version: 2)).all.map(\.id) == [3, 2, 1])
  }

  @Test(
    "data of a newer version, without a migration, or whose migration fails is refused and stays unchanged",
    arguments: StoreKind.onDisk)
  func refusing(_ kind: StoreKind) throws {
    let url = kind.url(in: folder), titled = FirstNote(id: 1, title: "1")
    try kind.store(in: folder, Self.first).save(titled).answer()
    let migration = StoreMigration(from: 1) { (old: SecondNote) in Note(old.id) }
    let failing = kind.store(in: folder, StoreSchema<Note>(version: 2, migrations: [migration]))
    #expect(outcome(failing.entities(Query())).failure == invalid(kind, "entities[0].name is missing"))
    #expect(try kind.store(in: folder, Self.first).all.map(\.title) == ["1"])

    try kind.store(in: folder, Self.third).save(Note(1)).answer()
    let content = try Data(contentsOf: url), newer = StoreFailure.newer(file: url.path, version: 3, supported: 1)
    let gap = outcome(kind.store(in: folder, StoreSchema<Note>(version: 5)).entities(Query())).failure
    #expect(gap == invalid(kind, "it has format 3, which this program can no longer read"))
    #expect(kind.store(in: folder, Self.first).failureOfEveryCall(with: titled) == newer)
    #expect(try Data(contentsOf: url) == content)
  }

  private func invalid(_ kind: StoreKind, _ reason: String) -> StoreFailure {
    .invalid(file: kind.url(in: folder).path, reason: reason)
  }
}
