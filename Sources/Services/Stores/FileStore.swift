import Foundation
import Signals

/// A store in one file. Every call reads the file, every change replaces it as a whole: whoever looks, even after a
/// crash, finds the file before the change or after it, never a part of it.
///
/// A file that cannot be read, is not valid or was written by a newer version is reported and left as it is.
public final class FileStore<Entity: Identifiable & Codable & Sendable>: Store where Entity.ID: Sendable {
  private let url: URL
  private let files: any FileSystem
  /// Held while a call reads or writes, never while its observer is called.
  private let turn = NSLock()

  /// A store in the file at `url`. Neither it nor its folder has to be there: the first change makes them.
  public init(at url: URL, files: any FileSystem = DiskFileSystem()) {
    self.url = url
    self.files = files
  }

  /// The entity with that id; nil if there is none.
  public func entity(_ id: Entity.ID) -> Signal<Entity?, StoreFailure> {
    inTurn { store throws(StoreFailure) in try store.load()[id] }
  }

  /// The entities `query` asks for, in its order.
  public func entities(_ query: Query<Entity>) -> Signal<[Entity], StoreFailure> {
    inTurn { store throws(StoreFailure) in query.select(from: try store.load().entities) }
  }

  /// Keeps `entity`, in the place of the one with its id if there is one.
  public func save(_ entity: Entity) -> Signal<Void, StoreFailure> {
    inTurn { store throws(StoreFailure) in try store.change { $0.save(entity) } }
  }

  /// Forgets the entity with that id; nothing happens, and nothing is written, if there is none.
  public func delete(_ id: Entity.ID) -> Signal<Void, StoreFailure> {
    inTurn { store throws(StoreFailure) in
      guard try store.load()[id] != nil else { return }
      try store.change { $0.delete(id) }
    }
  }

  private func inTurn<Value: Sendable>(
    _ work: @escaping @Sendable (FileStore) throws(StoreFailure) -> Value
  ) -> Signal<Value, StoreFailure> {
    .result {
      self.turn.withLock { Result { () throws(StoreFailure) in try work(self) } }
    }
  }

  private func load() throws(StoreFailure) -> Table<Entity> {
    let data: Data?
    do {
      data = try files.contents(of: url)
    } catch {
      throw .unreadable(file: url.path, reason: error.reason)
    }
    guard let data else { return Table() }
    return Table(try StoreFile<Entity>(data, of: url.path).entities)
  }

  private func change(_ change: (inout Table<Entity>) -> Void) throws(StoreFailure) {
    var table = try load()
    change(&table)
    let data: Data
    do {
      data = try StoreFile(table.entities).encoded()
    } catch {
      throw .unwritable(file: url.path, reason: "\(error)")
    }
    do {
      try files.replace(url, with: data)
    } catch {
      throw .unwritable(file: url.path, reason: error.reason)
    }
  }
}
