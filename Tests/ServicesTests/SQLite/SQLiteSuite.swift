import Fixtures
import Foundation
import Services

/// Tests of a database of notes, at a path with characters that SQLite could misinterpret.
protocol SQLiteSuite {
  var folder: TemporaryFolder { get }
}

extension SQLiteSuite {
  var url: URL { folder.file("a/b c/ü?#%41/notes.sqlite") }

  func store(_ schema: StoreSchema<Note> = .indexed) -> SQLiteStore<Note> { SQLiteStore(at: url, schema: schema) }

  func bytes() throws -> Data { try Data(contentsOf: url) }
}
