import Fixtures
import Foundation
import Services

/// A kind of store, for the laws of all of them.
enum StoreKind: String, CaseIterable {
  case memory, fileInMemory, file, sqlite

  /// The kinds whose data is on a disk.
  static let onDisk = [file, sqlite]

  /// A store in the folder. On a disk, another store of this kind in the folder has the same data.
  func store<Entity: Identifiable & Codable & Sendable>(
    in folder: TemporaryFolder, _ schema: StoreSchema<Entity> = StoreSchema()
  ) -> any Store<Entity> where Entity.ID: Codable & Sendable {
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
