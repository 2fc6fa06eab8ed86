import Foundation
import Language
import SQLiteStores
import Services

/// The kinds of store for the list: in memory, in `todo.json`, which people can read, or in `todo.sqlite`.
package enum TodoStoreKind: String, CaseIterable, Sendable {
  case memory, file, sqlite

  package init(named name: String) throws(UnknownName) {
    try self.init(named: name, orSay: "there is no store '\(name)'")
  }

  /// The store's file in the folder; nil for a store in memory.
  package func file(in folder: URL) -> URL? {
    self == .memory ? nil : folder.appendingPathComponent(self == .file ? "todo.json" : "todo.sqlite")
  }

  /// The store in the folder, which the first change creates. `files` is the disk of a file store.
  package func store(in folder: URL, on files: any FileSystem = DiskFileSystem()) -> any Store<TodoItem> {
    guard let file = file(in: folder) else { return MemoryStore() }
    if self == .sqlite { return SQLiteStore(at: file, schema: TodoItem.schema) }
    return FileStore(at: file, schema: TodoItem.schema, files: files)
  }
}
