import Foundation

/// How entities are written: as JSON with sorted keys and dates that are read back exactly.
enum EntityCoding {
  /// For whom something is written: both are read by the same ``decode(_:from:)``.
  enum Reader { case people, lines, programs }

  static func encode(_ entity: some Encodable, for reader: Reader) throws -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    if reader == .people { encoder.outputFormatting.insert(.prettyPrinted) }
    // For programs the seconds since 2001.
    if reader != .programs { encoder.dateEncodingStrategy = .custom(encode) }
    return try encoder.encode(entity)
  }

  static func decode<Entity: Decodable>(_ type: Entity.Type, from data: Data) throws -> Entity {
    try decoder.decode(type, from: data)
  }

  static var decoder: JSONDecoder {
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .custom(decode)
    return decoder
  }

  /// What is wrong, in words: `entities[2].due is missing`.
  static func reason(_ error: any Error) -> String { CodingReason(error, of: "the file").text }
}

// MARK: Dates

/// A whole second is written as ISO 8601, which people can read, any other instant as the number of seconds since 2001.
extension EntityCoding {
  private static var style: Date.ISO8601FormatStyle { .iso8601 }
  /// The years that ISO 8601 writes with four digits.
  private static var readable: ClosedRange<TimeInterval> { -62_000_000_000...252_000_000_000 }

  @Sendable private static func encode(_ date: Date, to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    let seconds = date.timeIntervalSinceReferenceDate
    if seconds.rounded() == seconds, readable.contains(seconds) {
      try container.encode(date.formatted(style))
    } else {
      try container.encode(seconds)
    }
  }

  @Sendable private static func decode(from decoder: any Decoder) throws -> Date {
    let container = try decoder.singleValueContainer()
    if let seconds = try? container.decode(Double.self) { return Date(timeIntervalSinceReferenceDate: seconds) }
    guard let date = try? style.parse(container.decode(String.self)) else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "neither ISO 8601 nor a number")
    }
    return date
  }
}
