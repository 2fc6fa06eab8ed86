import Foundation
import PlainText

/// A type-erased route, for modules and links. Its input is the parameters of a link, read as the input's type requires.
/// Written parameters are read as the same input.
protocol UntypedRoute: Sendable {
  var name: String { get }
  var style: RouteStyle { get }
  var presentation: (any Sendable)? { get }
  var path: String? { get }
  var output: Any.Type { get }
  var isTransient: Bool { get }
  /// The name of the route below in a link from outside.
  var parent: String? { get }
  /// Whether the input is one value, not an object with properties.
  var isSingle: Bool { get }
  /// The first of `names` that is not a parameter of the input; nil if all are.
  func missing(_ names: [String]) -> String?
  func read(_ parameters: LinkParameters) throws(RouteError) -> ReadInput
  func write(_ input: String?) throws(RouteError) -> LinkParameters
  /// A saved input as the route encodes it now.
  func rewrite(_ input: String?) throws(RouteError) -> String?
}

extension Route: UntypedRoute {
  var output: Any.Type { Output.self }
  func rewrite(_ input: String?) throws(RouteError) -> String? { try encode(decode(input, name), name) }

  var isSingle: Bool {
    guard let type = Input.self as? any Decodable.Type else { return false }
    do { _ = try type.init(from: LinkDecoder(LinkParameters())) } catch { return error is LinkShapeError }
    return false
  }

  /// Decodes the input from dummy values to find the parameters that it asks for. Returns nil if a dummy value cannot be read,
  /// since further parameters are then unknown.
  func missing(_ names: [String]) -> String? {
    guard let type = Input.self as? any Decodable.Type else { return names.first }
    if isSingle { return names.dropFirst().first }
    var parameters = LinkParameters(pairs: names.map { ($0, "1") })
    while true {
      let decoder = LinkDecoder(parameters)
      do {
        _ = try type.init(from: decoder)
        return names.first { !decoder.asked.contains($0) }
      } catch LinkParameterError.missing(let name, _) {
        parameters.pairs.append((name, "1"))
      } catch { return nil }
    }
  }

  func write(_ input: String?) throws(RouteError) -> LinkParameters {
    guard let json = try rewrite(input) else { return LinkParameters() }
    let text = try? JSONDecoder().decode(String.self, from: Data(json.utf8))
    let ways =
      [try? LinkParameters(members: json), text.map { LinkParameters(single: $0) }].compactMap { $0 }
      + [LinkParameters(single: json), LinkParameters(pairs: [(LinkParameters.raw, json)])]
    // Plain JSON always decodes to the same input, unless the type's `encode` and `decode` disagree.
    guard let way = ways.first(where: { (try? read($0))?.json == json }) else {
      throw .invalid(
        .link,
        "the input of \(name) does not decode to the value that was encoded, so no link can carry it: \(json.prefix(80))"
      )
    }
    return way
  }

  func read(_ parameters: LinkParameters) throws(RouteError) -> ReadInput {
    guard let type = Input.self as? any Decodable.Type else {
      // A route without input, or with an input that exists in memory only.
      return ReadInput(json: try rewrite(parameters[LinkParameters.single]), known: [])
    }
    let decoder = LinkDecoder(parameters)
    let result = Result { try type.init(from: decoder) }
    let isAlone = parameters.pairs.count == 1, single = parameters[LinkParameters.single]
    if let json = parameters[LinkParameters.raw], isAlone || !decoder.asked.contains(LinkParameters.raw),
      let input = try? decode(json, name)
    {
      return ReadInput(json: try encode(input, name), known: [LinkParameters.raw])
    }
    if let single, isAlone || !decoder.asked.contains(LinkParameters.single),
      let value = try? LinkDecoder.value(type, single), let input = value as? Input
    {
      return ReadInput(json: try encode(input, name), known: [LinkParameters.single])
    }
    switch result {
    case .success(let value as Input):
      return ReadInput(json: try encode(value, name), known: decoder.asked)
    case .failure(LinkParameterError.missing(let name, let type)):
      throw missing(name, type, among: parameters, decoder.asked)
    case .failure(LinkParameterError.unreadable(let parameter, let text, let type)):
      throw .invalid(.link, "the parameter '\(parameter)' of '\(name)' cannot be read as \(type): \(text.prefix(80))")
    default:
      guard let single else {
        throw missing(LinkParameters.single, "\(Input.self)", among: parameters, [LinkParameters.single])
      }
      throw .invalid(.link, "the parameter 'value' of '\(name)' cannot be read as \(Input.self): \(single.prefix(80))")
    }
  }

  /// Names the parameter that is probably meant, or else shows how to add it, with a semicolon, which works for every screen of
  /// a link.
  private func missing(
    _ parameter: String, _ type: String, among parameters: LinkParameters, _ known: Set<String>
  ) -> RouteError {
    let unknown = parameters.pairs.map(\.name).filter { !known.contains($0) }
    if let misspelt = unknown.first(where: { NearMiss.nearest(to: $0, in: [parameter]) != nil }) {
      return .unknownParameter(misspelt, of: name, known: [parameter])
    }
    let example = "\(PercentEncoding.encoded(name));\(PercentEncoding.encoded(parameter))=…"
    return .invalid(.link, "'\(name)' needs the parameter '\(parameter)' (\(type)): \(example)")
  }
}

extension RouteError {
  static func unknownParameter(_ parameter: String, of route: String, known: Set<String>) -> RouteError {
    let help =
      known.isEmpty ? "it takes none" : NearMiss.help(for: parameter, in: known.sorted(), otherwise: "it takes")
    return .invalid(.link, "'\(route)' has no parameter '\(parameter.prefix(80))'; \(help)")
  }
}

/// The input of a screen in a link, as JSON, and the names of the link's parameters that belong to it.
struct ReadInput {
  let json: String?
  let known: Set<String>
}

/// The parameters of one segment of a link: `;value=cats`, or `?usrid=123&page=2`.
struct LinkParameters {
  var pairs: [(name: String, text: String)] = []

  /// The parameter's name for an input that is one value.
  static let single = "value"
  /// The parameter's name for an input written as JSON, because its parameters would be read as another value.
  static let raw = "json"

  subscript(_ name: String) -> String? { pairs.first { $0.name == name }?.text }
}

extension LinkParameters {
  init(single text: String) { pairs = [(Self.single, text)] }

  /// One parameter for each member of an object: a string as it is, any other value as JSON.
  init(members json: String) throws {
    let object = try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any]
    guard let object else { throw LinkShapeError() }
    let options: JSONSerialization.WritingOptions = [.fragmentsAllowed, .sortedKeys, .withoutEscapingSlashes]
    pairs = try object.sorted { $0.key < $1.key }.map { name, value in
      if let text = value as? String { return (name, text) }
      let json = try JSONSerialization.data(withJSONObject: value, options: options)
      return (name, String(decoding: json, as: UTF8.self))
    }
  }
}

/// Decodes an input from the parameters of a link: text as a string or a number, whichever the type requires. Records the
/// parameters that the type asks for, to find unknown ones.
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

  /// Decodes a value from text: from the text as a string if the type allows that, otherwise from the text as JSON.
  static func value<T: Decodable>(_ type: T.Type, _ text: String) throws -> T {
    let quoted = try JSONEncoder().encode(text)
    if let value = try? JSONDecoder().decode(type, from: quoted) { return value }
    return try JSONDecoder().decode(type, from: Data(text.utf8))
  }
}

/// The input is one value and does not consist of parameters.
struct LinkShapeError: Error {}

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

  // A missing parameter is nil; `null` is nil unless the type reads it as a string.
  func decodeIfPresent<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T? {
    guard let text = decoder.text(key.stringValue) else { return nil }
    if text == "null", (try? LinkDecoder.value(type, text)) == nil { return nil }
    return try decode(type, forKey: key)
  }

  // The default implementation would read the text `null` as nil.
  func decodeIfPresent(_ type: String.Type, forKey key: Key) throws -> String? { decoder.text(key.stringValue) }

  func nestedContainer<Nested: CodingKey>(keyedBy: Nested.Type, forKey: Key) throws -> KeyedDecodingContainer<Nested> {
    throw LinkShapeError()
  }
  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer { throw LinkShapeError() }
  func superDecoder() throws -> any Decoder { throw LinkShapeError() }
  func superDecoder(forKey key: Key) throws -> any Decoder { throw LinkShapeError() }
}

/// Percent-encodes all characters in links except ASCII letters, digits and `-._~`.
enum PercentEncoding {
  private static let unreserved = CharacterSet(
    charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")

  static func encoded(_ text: String) -> String {
    text.addingPercentEncoding(withAllowedCharacters: unreserved) ?? ""
  }

  static func decoded(_ text: Substring) throws(RouteError) -> String {
    // The full stop protects a leading byte order mark, which Foundation would remove.
    guard let decoded = ("." + text).removingPercentEncoding else {
      throw .invalid(.link, "'\(text.prefix(80))' is not percent-encoded text")
    }
    return String(decoded.unicodeScalars.dropFirst())
  }
}
