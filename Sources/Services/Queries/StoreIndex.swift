import Foundation

/// A value of an entity that queries filter or sort by, for stores that keep an index of it.
public struct StoreIndex<Entity: Sendable>: Sendable {
  /// What the index is called in the store.
  public let name: String
  let path: any AnyKeyPath & Sendable
  /// The indexed value of an entity.
  let value: @Sendable (Entity) -> IndexedValue

  /// - Parameters:
  ///   - name: letters, digits and `_`; anything else is replaced. It stays the same as long as the value does.
  ///   - path: the value, by the same path as in queries.
  public init<Value: Indexable>(_ name: String, _ path: any KeyPath<Entity, Value> & Sendable) {
    self.name = String(name.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" })
    self.path = path
    value = { $0[keyPath: path].indexed }
  }

  /// To be compared with a query's.
  var key: AnyKeyPath { path }
}
