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

/// A value that an index can hold: in the index it is ordered as it is in Swift.
public protocol Indexable: Comparable, Sendable {
  /// As the index holds it.
  var indexed: IndexedValue { get }
}

/// A value as an index holds it.
public enum IndexedValue: Hashable, Sendable {
  /// A whole number.
  case integer(Int64)
  /// A number.
  case real(Double)
  /// Bytes, compared one by one.
  case bytes(Data)
}

extension Int: Indexable {
  /// The number.
  public var indexed: IndexedValue { .integer(Int64(self)) }
}

extension Double: Indexable {
  /// The number.
  public var indexed: IndexedValue { .real(self) }
}

extension Date: Indexable {
  /// The seconds since 2001.
  public var indexed: IndexedValue { .real(timeIntervalSinceReferenceDate) }
}

extension String: Indexable {
  /// The text, composed: this is how Swift compares, so that "é" is the same however it was typed.
  public var indexed: IndexedValue { .bytes(Data(precomposedStringWithCanonicalMapping.utf8)) }
}
