import Foundation

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
