import Foundation

/// How to read what one version has written as the next one.
public struct StoreMigration: Sendable {
  let from: Int
  /// From the JSON of one entity to that of the next version.
  private let migrate: @Sendable (Data) throws -> Data
  private let read: @Sendable (any Decoder) throws -> Data

  /// - Parameters:
  ///   - version: what it is a step from, to the next.
  ///   - change: makes an entity of the next version of one of this version. `Old` need not be the whole type that it was: what
  ///     can be decoded is enough.
  public init<Old: Decodable & SendableMetatype, New: Encodable & SendableMetatype>(
    from version: Int, _ change: @escaping @Sendable (Old) throws -> New
  ) {
    from = version
    migrate = { try EntityCoding.encode(change(EntityCoding.decode(Old.self, from: $0)), for: .programs) }
    read = { try EntityCoding.encode(change(Old(from: $0)), for: .programs) }
  }

  /// The next entity of a list, through all steps from its version to this one.
  static func read<Entity: Decodable>(
    _ type: Entity.Type, of list: inout some UnkeyedDecodingContainer, through steps: [Self]
  ) throws -> Entity {
    guard let first = steps.first else { return try list.decode(type) }
    let json = try steps.dropFirst().reduce(first.read(list.superDecoder())) { try $1.migrate($0) }
    return try EntityCoding.decode(type, from: json)
  }
}
