import Foundation

/// Dates in a file, read back exactly: a whole second as ISO 8601, which people can read, any other instant as the
/// number of seconds since 2001.
enum StoredDate {
  private static var style: Date.ISO8601FormatStyle { .iso8601 }
  /// The years that ISO 8601 writes with four digits.
  private static var readable: ClosedRange<TimeInterval> { -62_000_000_000...252_000_000_000 }

  @Sendable static func encode(_ date: Date, to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    let seconds = date.timeIntervalSinceReferenceDate
    if seconds.rounded() == seconds, readable.contains(seconds) {
      try container.encode(date.formatted(style))
    } else {
      try container.encode(seconds)
    }
  }

  @Sendable static func decode(from decoder: any Decoder) throws -> Date {
    let container = try decoder.singleValueContainer()
    if let seconds = try? container.decode(Double.self) { return Date(timeIntervalSinceReferenceDate: seconds) }
    guard let date = try? style.parse(container.decode(String.self)) else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "neither ISO 8601 nor a number")
    }
    return date
  }
}
