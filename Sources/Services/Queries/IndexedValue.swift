public import Foundation

/// A value that an index can hold. Equal values have equal forms, and different ids have different ones. If it is `Comparable`, its order in the index is its order in Swift.
public protocol IndexRepresentable: Equatable, Sendable {
  /// The value's form in the index.
  var indexed: IndexedValue { get }
}

/// A value as an index holds it. Null sorts before numbers, and numbers sort before bytes.
public enum IndexedValue: Hashable, Sendable {
  /// No value.
  case null
  /// A whole number.
  case integer(Int64)
  /// A floating-point number.
  case real(Double)
  /// Bytes, in lexicographic order.
  case bytes(Data)
}

extension Int: IndexRepresentable {
  /// The number.
  public var indexed: IndexedValue { .integer(Int64(self)) }
}

extension Bool: IndexRepresentable {
  /// 1 for `true`, 0 for `false`.
  public var indexed: IndexedValue { .integer(self ? 1 : 0) }
}

extension Double: IndexRepresentable {
  /// The number. NaN matches no condition, and its place in an order is undefined.
  public var indexed: IndexedValue { .real(self) }
}

extension Date: IndexRepresentable {
  /// The seconds since 2001.
  public var indexed: IndexedValue { .real(timeIntervalSinceReferenceDate) }
}

extension String: IndexRepresentable {
  /// The text in composed form, as Swift compares it: "é" is equal to "e" with a combining accent. Swift sorts some texts that are not
  /// composed differently, such as Korean syllables written as single letters.
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
