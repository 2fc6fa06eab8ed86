package import Foundation

/// Encodes equal values as equal JSON: on one line, with sorted keys, with the elements of sets sorted, and zero without a
/// sign.
package enum CanonicalJSON {
  package static func text(_ value: some Encodable) throws -> String {
    String(decoding: try JSONEncoder.sorted.encode(Ordered.of(value)), as: UTF8.self)
  }
}

extension JSONEncoder {
  /// An encoder that writes on one line, with sorted keys.
  package static var sorted: JSONEncoder {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return encoder
  }
}

/// A set or a dictionary, whose encoding may have a random order.
private protocol Unordered {
  /// The elements of its encoding, sorted; nil if it is not encoded as a list.
  func ordered() throws -> [any Encodable]?
}

extension Set: Unordered where Element: Encodable {
  fileprivate func ordered() throws -> [any Encodable]? {
    try map { (text: try CanonicalJSON.text($0), value: $0) }.sorted { $0.text < $1.text }.map(\.value)
  }
}

extension Dictionary: Unordered where Key: Encodable, Value: Encodable {
  fileprivate func ordered() throws -> [any Encodable]? {
    // Keys that are strings or numbers become the keys of an object, which the encoder sorts.
    if Key.self == String.self || Key.self == Int.self || Key.self is any CodingKeyRepresentable.Type { return nil }
    return try map { (text: try CanonicalJSON.text($0.key), pair: $0) }.sorted { $0.text < $1.text }
      .flatMap { [$0.pair.key, $0.pair.value] as [any Encodable] }
  }
}

/// A value that is encoded with sorted elements.
private struct Ordered: Encodable {
  let value: any Encodable

  /// The value itself if it has only one encoding, or a special one by `JSONEncoder`; otherwise wrapped.
  static func of(_ value: some Encodable) -> any Encodable {
    switch value {
    // Minus zero becomes zero.
    case let number as Double: number + 0
    case let number as Float: number + 0
    case is String, is Bool, is any BinaryInteger, is Data, is URL, is Decimal: value
    default: Ordered(value: value)
    }
  }

  func encode(to encoder: any Encoder) throws {
    guard let list = try (value as? any Unordered)?.ordered() else {
      return try value.encode(to: OrderedEncoder(inner: encoder))
    }
    var container = encoder.unkeyedContainer()
    for element in list { try container.encode(Ordered.of(element)) }
  }
}

private struct OrderedEncoder: Encoder {
  let inner: any Encoder
  var codingPath: [any CodingKey] { inner.codingPath }
  var userInfo: [CodingUserInfoKey: Any] { inner.userInfo }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    KeyedEncodingContainer(OrderedKeys(inner: inner.container(keyedBy: type)))
  }
  func unkeyedContainer() -> any UnkeyedEncodingContainer { OrderedList(inner: inner.unkeyedContainer()) }
  func singleValueContainer() -> any SingleValueEncodingContainer { OrderedValue(inner: inner.singleValueContainer()) }
}

private struct OrderedKeys<Key: CodingKey>: KeyedEncodingContainerProtocol {
  var inner: KeyedEncodingContainer<Key>
  var codingPath: [any CodingKey] { inner.codingPath }

  mutating func encodeNil(forKey key: Key) throws { try inner.encodeNil(forKey: key) }
  mutating func encode<T: Encodable>(_ value: T, forKey key: Key) throws {
    try inner.encode(Ordered.of(value), forKey: key)
  }
  mutating func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) -> KeyedEncodingContainer<Nested> {
    KeyedEncodingContainer(OrderedKeys<Nested>(inner: inner.nestedContainer(keyedBy: type, forKey: key)))
  }
  mutating func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    OrderedList(inner: inner.nestedUnkeyedContainer(forKey: key))
  }
  mutating func superEncoder() -> any Encoder { OrderedEncoder(inner: inner.superEncoder()) }
  mutating func superEncoder(forKey key: Key) -> any Encoder { OrderedEncoder(inner: inner.superEncoder(forKey: key)) }
}

private struct OrderedList: UnkeyedEncodingContainer {
  var inner: any UnkeyedEncodingContainer
  var codingPath: [any CodingKey] { inner.codingPath }
  var count: Int { inner.count }

  mutating func encodeNil() throws { try inner.encodeNil() }
  mutating func encode<T: Encodable>(_ value: T) throws { try inner.encode(Ordered.of(value)) }
  mutating func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type) -> KeyedEncodingContainer<Nested> {
    KeyedEncodingContainer(OrderedKeys(inner: inner.nestedContainer(keyedBy: type)))
  }
  mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
    OrderedList(inner: inner.nestedUnkeyedContainer())
  }
  mutating func superEncoder() -> any Encoder { OrderedEncoder(inner: inner.superEncoder()) }
}

private struct OrderedValue: SingleValueEncodingContainer {
  var inner: any SingleValueEncodingContainer
  var codingPath: [any CodingKey] { inner.codingPath }

  mutating func encodeNil() throws { try inner.encodeNil() }
  mutating func encode<T: Encodable>(_ value: T) throws { try inner.encode(Ordered.of(value)) }
}
