import Foundation

/// An index of one value, for queries that filter or sort by it.
public struct StoreIndex<Entity: Sendable>: Sendable {
  /// The index's name in the store.
  public let name: String
  package let path: any AnyKeyPath & Sendable
  /// The indexed value of an entity.
  package let value: @Sendable (Entity) -> IndexedValue

  /// - Parameters:
  ///   - name: any text, unique within the schema regardless of case. Keep the name as long as the value keeps its meaning.
  ///   - path: the key path of the value, as in queries.
  public init<Value: IndexRepresentable>(_ name: String, _ path: any KeyPath<Entity, Value> & Sendable) {
    self.name = name
    self.path = path
    value = { $0[keyPath: path].indexed }
  }
}
