import Foundation

/// How entities are written: as JSON with sorted keys and dates that are read back exactly.
enum EntityCoding {
  /// For whom something is written: both are read by the same ``decode(_:from:)``.
  enum Reader { case people, lines, programs }

  static func encode(_ entity: some Encodable, for reader: Reader) throws -> Data {
    let encoder = JSONEncoder()
    switch reader {
    case .people:
      encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
      encoder.dateEncodingStrategy = .custom(StoredDate.encode)
    case .lines:
      encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
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
    CodingReason(error, in: place, of: "the file").text
  }
}
