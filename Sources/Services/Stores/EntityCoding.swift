import Foundation

/// How one entity is written: as JSON that people can read, with sorted keys and dates that are read back exactly.
enum EntityCoding {
  static func encode(_ entity: some Encodable) throws -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    encoder.dateEncodingStrategy = .custom(StoredDate.encode)
    return try encoder.encode(entity)
  }

  static func decode<Entity: Decodable>(_ type: Entity.Type, from data: Data) throws -> Entity {
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .custom(StoredDate.decode)
    return try decoder.decode(type, from: data)
  }

  /// What is wrong, in words: `entities[2].due is missing`.
  ///
  /// - Parameter place: where what was decoded is, such as `entities[2]`.
  static func reason(_ error: any Error, in place: String = "") -> String {
    guard let error = error as? DecodingError else { return encodingReason(error) }
    return switch error {
    case .keyNotFound(let key, let context): "\(name(context.codingPath + [key], in: place)) is missing"
    case .typeMismatch(let type, let context): "\(name(context.codingPath, in: place)) is not \(name(of: type))"
    case .valueNotFound(_, let context): "\(name(context.codingPath, in: place)) is null"
    case .dataCorrupted(let context) where context.codingPath.isEmpty && place.isEmpty: "it is not valid JSON"
    case .dataCorrupted(let context): "\(name(context.codingPath, in: place)) cannot be read"
    @unknown default: "\(error)"
    }
  }

  private static func encodingReason(_ error: any Error) -> String {
    guard case EncodingError.invalidValue(let value, let context)? = error as? EncodingError else { return "\(error)" }
    return "\(name(context.codingPath, in: "")) cannot be written down: it is \(value)"
  }

  private static func name(_ path: [any CodingKey], in place: String) -> String {
    let name = path.reduce(place) { text, key in
      guard key.intValue == nil else { return text + "[\(key.intValue ?? 0)]" }
      return text + (text.isEmpty ? "" : ".") + key.stringValue
    }
    return name.isEmpty ? "the file" : name
  }

  private static func name(of type: any Any.Type) -> String {
    switch type {
    case is String.Type, is Date.Type, is UUID.Type: "a text"
    case is Bool.Type: "true or false"
    case is any BinaryInteger.Type, is any BinaryFloatingPoint.Type: "a number"
    case is [Any].Type: "a list"
    default: "an object"
    }
  }
}
