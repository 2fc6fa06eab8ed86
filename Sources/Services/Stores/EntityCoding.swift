import Foundation

/// How entities are written: as JSON with sorted keys and dates that are read back exactly.
enum EntityCoding {
  /// For whom something is written: both are read by the same ``decode(_:from:)``.
  enum Reader { case people, programs }

  static func encode(_ entity: some Encodable, for reader: Reader) throws -> Data {
    let encoder = JSONEncoder()
    switch reader {
    case .people:
      encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
      encoder.dateEncodingStrategy = .custom(StoredDate.encode)
    case .programs:
      encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
      encoder.dateEncodingStrategy = .deferredToDate  // the seconds since 2001
    }
    return try encoder.encode(entity)
  }

  static func decode<Entity: Decodable>(_ type: Entity.Type, from data: Data) throws -> Entity {
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .custom(StoredDate.decode)
    return try decoder.decode(type, from: data)
  }

  /// Entities that were written one by one, read at once: several times as fast.
  static func decode<Entity: Decodable>(_ type: Entity.Type, fromEach list: [Data]) throws -> [Entity] {
    var data = Data("[".utf8)
    for (number, element) in list.enumerated() {
      if number > 0 { data.append(UInt8(ascii: ",")) }
      data.append(element)
    }
    data.append(UInt8(ascii: "]"))
    return try decode([Entity].self, from: data)
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
