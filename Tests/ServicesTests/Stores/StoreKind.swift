import Fixtures
import Foundation
import SQLiteStores
import Services

/// A kind of store, for the laws of all of them.
enum StoreKind: String, CaseIterable {
  case memory, fileInMemory, file, sqlite

  /// The kinds whose data is on a disk.
  static let onDisk = [file, sqlite]

  /// A store in the folder. On a disk, another store of this kind in the folder has the same data.
  func store<Entity: Identifiable & Codable & Sendable>(
    in folder: TemporaryFolder, _ schema: StoreSchema<Entity> = StoreSchema()
  ) -> any Store<Entity> where Entity.ID: IndexRepresentable {
    let url = url(in: folder)
    return switch self {
    case .memory: MemoryStore()
    case .fileInMemory: FileStore(at: url, schema: schema, files: MemoryFileSystem())
    case .file: FileStore(at: url, schema: schema)
    case .sqlite: SQLiteStore(at: url, schema: schema)
    }
  }

  /// The file of the store.
  func url(in folder: TemporaryFolder) -> URL { folder.file(rawValue) }
}

/// The entity of these tests.
struct Note: Codable, Hashable, Sendable, Identifiable {
  let id: Int
  var text: String
  var due: Date

  init(_ id: Int, _ text: String = "", due: TimeInterval = 0) {
    self.id = id
    self.text = text
    self.due = Date(timeIntervalSinceReferenceDate: due)
  }
}

extension StoreSchema<Note> {
  /// A schema with indexes for some of the values that the tests' queries use.
  static var indexed: Self { StoreSchema(indexes: [StoreIndex("due", \.due), StoreIndex("text", \.text)]) }
}
