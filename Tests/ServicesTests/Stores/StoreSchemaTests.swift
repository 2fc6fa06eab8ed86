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

  @Test("data of an older version passes through every migration, and the next change writes it in the new version")
  func migrating() throws {
    let url = URL(fileURLWithPath: "/notes.json"), files = MemoryFileSystem()
    try FileStore(at: url, schema: Self.first, files: files).save(FirstNote(id: 1, title: "milk")).answer()
    let old = files.contents(of: url)
    let store = FileStore(at: url, schema: Self.third, files: files)
    #expect(try store.all == [Note(1, "MILK", due: 7)])
    #expect(files.contents(of: url) == old, "reading changes nothing")
    try store.save(Note(2, due: 8)).answer()
    #expect(files.contents(of: url.appendingPathExtension("previous")) == old)
    #expect(
      try FileStore(at: url, schema: Self.third, files: files).all == [Note(1, "MILK", due: 7), Note(2, due: 8)])
  }

  @Test("data of a newer version, or of an older version without a migration, is rejected")
  func refusing() throws {
    let url = URL(fileURLWithPath: "/notes.json"), files = MemoryFileSystem()
    try FileStore(at: url, schema: Self.third, files: files).save(Note(1)).answer()
    let content = files.contents(of: url)
    let older = FileStore(at: url, schema: Self.first, files: files)
    #expect(throws: StoreFailure.newer(file: url.path, version: 3, supported: 1)) {
      try older.save(FirstNote(id: 1, title: "")).answer()
    }
    let gap = FileStore(at: url, schema: StoreSchema<Note>(version: 5), files: files)
    let reason = "it has format 3, which this program can no longer read"
    #expect(throws: StoreFailure.invalid(file: url.path, reason: reason, copy: url.path + ".damaged")) {
      try gap.all
    }
    #expect(files.contents(of: url) == content)
  }

  @Test("a failed migration names the entity")
  func failing() throws {
    let url = URL(fileURLWithPath: "/notes.json")
    let files = MemoryFileSystem([url.path: Data(#"{"version": 1, "entities": [{"id": 1}]}"#.utf8)])
    let failure = StoreFailure.invalid(
      file: url.path, reason: "entities[0].title is missing", copy: url.path + ".damaged")
    #expect(outcome(FileStore(at: url, schema: Self.third, files: files).entities(Query())) == .failure(failure))
  }
}
