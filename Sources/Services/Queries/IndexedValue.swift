import Foundation

/// A value that an index can hold.
public protocol IndexRepresentable: Equatable, Sendable {
  /// As the index holds it.
  var indexed: IndexedValue { get }
}

/// A value that an index can hold and sort: in the index it is ordered as it is in Swift.
public protocol Indexable: IndexRepresentable, Comparable {}

/// A value as an index holds it. The order is that of the cases: no value is less than any number, and that is less than bytes.
public enum IndexedValue: Hashable, Sendable {
  /// No value.
  case null
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

extension Bool: IndexRepresentable {
  /// 1 for `true`, 0 for `false`.
  public var indexed: IndexedValue { .integer(self ? 1 : 0) }
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

extension UUID: IndexRepresentable {
  /// Its sixteen bytes.
  public var indexed: IndexedValue { withUnsafeBytes(of: uuid) { .bytes(Data($0)) } }  // read inside the closure
}

extension Optional: IndexRepresentable where Wrapped: IndexRepresentable {
  /// The value, if there is one.
  public var indexed: IndexedValue { self?.indexed ?? .null }
}
