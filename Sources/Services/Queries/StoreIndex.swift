import Foundation

/// A value of an entity that queries filter or sort by, for stores that keep an index of it.
public struct StoreIndex<Entity: Sendable>: Sendable {
  /// What the index is called in the store.
  public let name: String
  let path: any AnyKeyPath & Sendable
  /// The indexed value of an entity.
  let value: @Sendable (Entity) -> IndexedValue

  /// - Parameters:
  ///   - name: any text that no other index of the schema has, small and capital letters being the same. It stays the same
  ///     as long as the value does.
  ///   - path: the value, by the same path as in queries.
  public init<Value: IndexRepresentable>(_ name: String, _ path: any KeyPath<Entity, Value> & Sendable) {
    self.name = name
    self.path = path
    value = { $0[keyPath: path].indexed }
  }
}
