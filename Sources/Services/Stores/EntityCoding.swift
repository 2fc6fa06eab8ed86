package import Foundation
import PlainText

/// Encodes entities as JSON with sorted keys, and with dates that survive a round trip exactly.
package enum EntityCoding {
  /// The reader of the JSON: a person, a line of a flow or a program. ``decode(_:from:)`` reads all three forms.
  package enum Reader { case people, lines, programs }

  package static func encode(_ entity: some Encodable, for reader: Reader) throws -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    if reader == .people { encoder.outputFormatting.insert(.prettyPrinted) }
    // Programs read dates as seconds since 2001.
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

  /// The error in words: `entities[2].due is missing`.
  package static func reason(_ error: any Error) -> String {
    ErrorText(error, of: error is EncodingError ? "the entity" : "the file", hidesDetails: true).text
  }
}

// MARK: Dates

/// Writes whole seconds as ISO 8601, which people can read, and any other instant as the number of seconds since 2001.
extension EntityCoding {
  private static var style: Date.ISO8601FormatStyle { .iso8601 }
  /// The seconds since 2001 whose years ISO 8601 writes with four digits.
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
