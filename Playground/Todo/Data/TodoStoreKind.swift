import Foundation
import Services
import VIPER

/// What the list can be kept in.
package enum TodoStoreKind: String, CaseIterable, Sendable {
  /// Nothing: it is gone when the program ends.
  case memory
  /// A file that people can read: `todo.json`.
  case file
  /// A database of the machine's SQLite: `todo.sqlite`.
  case sqlite

  /// The kind with that name.
  package init(named name: String) throws(UnknownStore) {
    guard let kind = TodoStoreKind(rawValue: name) else { throw UnknownStore(name: name) }
    self = kind
  }

  /// Its file in the folder; nil if it needs none.
  package func file(in folder: URL) -> URL? {
    switch self {
    case .memory: nil
    case .file: folder.appendingPathComponent("todo.json")
    case .sqlite: folder.appendingPathComponent("todo.sqlite")
    }
  }

  /// The store in the folder, which is made with the first change. `files` is the disk of a store that is a file.
  package func store(in folder: URL, on files: any FileSystem = DiskFileSystem()) -> any Store<TodoItem> {
    let schema = TodoItem.schema
    return switch (self, file(in: folder)) {
    case (.memory, _), (_, nil): MemoryStore()
    case (.file, let file?): FileStore(at: file, schema: schema, files: files)
    case (.sqlite, let file?): SQLiteStore(at: file, schema: schema)
    }
  }

  /// A name that is not one of a store.
  package struct UnknownStore: Error, Hashable, CustomStringConvertible {
    package let name: String

    package init(name: String) { self.name = name }

    /// What there is, and what was probably meant.
    package var description: String {
      let names = TodoStoreKind.allCases.map(\.rawValue)
      let near = NearMiss.nearest(to: name, in: names).map { "did you mean \($0)?" }
      return "there is no store '\(name)'; \(near ?? "there are \(names.joined(separator: ", "))")"
    }
  }
}

extension TodoItem {
  /// How items are written down, and what is asked about them.
  package static var schema: StoreSchema<TodoItem> { StoreSchema(indexes: [StoreIndex("due", \.due)]) }
}
