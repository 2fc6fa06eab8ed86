import Foundation
import Language
import Services

/// What the list can be kept in: nothing, `todo.json`, which people can read, or `todo.sqlite`.
package enum TodoStoreKind: String, CaseIterable, Sendable {
  case memory, file, sqlite

  package init(named name: String) throws(UnknownName) {
    try self.init(named: name, orSay: "there is no store '\(name)'")
  }

  /// Its file in the folder; nil if it needs none.
  package func file(in folder: URL) -> URL? {
    self == .memory ? nil : folder.appendingPathComponent(self == .file ? "todo.json" : "todo.sqlite")
  }

  /// The store in the folder, which is made with the first change. `files` is the disk of a store that is a file.
  package func store(in folder: URL, on files: any FileSystem = DiskFileSystem()) -> any Store<TodoItem> {
    guard let file = file(in: folder) else { return MemoryStore() }
    if self == .sqlite { return SQLiteStore(at: file, schema: TodoItem.schema) }
    return FileStore(at: file, schema: TodoItem.schema, files: files)
  }
}
