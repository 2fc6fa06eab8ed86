import Foundation

/// The parameters of one segment of a link: `;value=cats`, or `?usrid=123&page=2`.
struct LinkParameters {
  var pairs: [(name: String, text: String)] = []

  /// An input that has no parameters of its own goes by this name.
  static let single = "value"
  /// An input whose parameters would be read as something else is written down as it is.
  static let raw = "json"

  subscript(_ name: String) -> String? { pairs.first { $0.name == name }?.text }

  /// An input as the route writes it: a parameter for each member of an object; anything else is one, called `value`.
  init(members json: String) throws {
    let object = try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any]
    guard let object else { throw LinkShapeError() }
    pairs = try object.sorted { $0.key < $1.key }.map { ($0.key, try Self.text($0.value)) }
  }

  /// A JSON value as a parameter: text as it is, anything else as JSON.
  private static func text(_ value: Any) throws -> String {
    if let text = value as? String { return text }
    let options: JSONSerialization.WritingOptions = [.fragmentsAllowed, .sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try JSONSerialization.data(withJSONObject: value, options: options), as: UTF8.self)
  }

  init(_ pairs: [(name: String, text: String)]) { self.pairs = pairs }
}

/// Reads an input from the parameters of a link as its type asks: text where it is text, a number where it is a number.
/// Remembers which parameters were asked for, so that a stranger can be told from one that is left out.
final class LinkDecoder: Decoder {
  let codingPath: [any CodingKey] = []
  let userInfo: [CodingUserInfoKey: Any] = [:]
  let parameters: LinkParameters
  private(set) var asked: Set<String> = []

  init(_ parameters: LinkParameters) { self.parameters = parameters }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedDecodingContainer<Key> {
    KeyedDecodingContainer(LinkKeys(decoder: self))
  }
  func unkeyedContainer() throws -> any UnkeyedDecodingContainer { throw LinkShapeError() }
  func singleValueContainer() throws -> any SingleValueDecodingContainer { throw LinkShapeError() }

  func text(_ name: String) -> String? {
    asked.insert(name)
    return parameters[name]
  }

  /// A value of which the link gives only text: the text itself if the type reads text, otherwise what it says as JSON.
  static func value<T: Decodable>(_ type: T.Type, _ text: String) throws -> T {
    let quoted = try JSONEncoder().encode(text)
    if let value = try? JSONDecoder().decode(type, from: quoted) { return value }
    return try JSONDecoder().decode(type, from: Data(text.utf8))
  }
}

/// The input is not made of parameters: it is one value.
struct LinkShapeError: Error {}

/// What is wrong with one parameter.
enum LinkParameterError: Error {
  case missing(String, type: String)
  case unreadable(String, text: String, type: String)
}

private struct LinkKeys<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let decoder: LinkDecoder
  let codingPath: [any CodingKey] = []

  var allKeys: [Key] {
    decoder.parameters.pairs.compactMap { pair in
      _ = decoder.text(pair.name)
      return Key(stringValue: pair.name)
    }
  }

  func contains(_ key: Key) -> Bool { decoder.text(key.stringValue) != nil }
  func decodeNil(forKey key: Key) -> Bool { decoder.text(key.stringValue) == "null" }

  func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
    let name = key.stringValue
    guard let text = decoder.text(name) else { throw LinkParameterError.missing(name, type: "\(type)") }
    do { return try LinkDecoder.value(type, text) } catch {
      throw LinkParameterError.unreadable(name, text: text, type: "\(type)")
    }
  }

  // Absent is nil; `null` is nil only where it is not text.
  func decodeIfPresent<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T? {
    guard let text = decoder.text(key.stringValue) else { return nil }
    if text == "null", (try? LinkDecoder.value(type, text)) == nil { return nil }
    return try decode(type, forKey: key)
  }

  func nestedContainer<Nested: CodingKey>(keyedBy: Nested.Type, forKey: Key) throws -> KeyedDecodingContainer<Nested> {
    throw LinkShapeError()
  }
  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer { throw LinkShapeError() }
  func superDecoder() throws -> any Decoder { throw LinkShapeError() }
  func superDecoder(forKey key: Key) throws -> any Decoder { throw LinkShapeError() }
}
