import Foundation

/// Converts the entities of one version to the next version.
public struct StoreMigration: Sendable {
  let from: Int
  /// Converts the JSON of one entity.
  private let migrate: @Sendable (Data) throws -> Data
  private let read: @Sendable (any Decoder) throws -> Data

  /// - Parameters:
  ///   - version: the older version. The migration leads to the next one.
  ///   - change: converts an entity. `Old` needs to declare only the values that the conversion uses.
  public init<Old: Decodable & SendableMetatype, New: Encodable & SendableMetatype>(
    from version: Int, _ change: @escaping @Sendable (Old) throws -> New
  ) {
    from = version
    migrate = { try EntityCoding.encode(change(EntityCoding.decode(Old.self, from: $0)), for: .programs) }
    read = { try EntityCoding.encode(change(Old(from: $0)), for: .programs) }
  }

  /// Decodes the next entity of a list and applies all migrations from its version to the current one.
  static func read<Entity: Decodable>(
    _ type: Entity.Type, of list: inout some UnkeyedDecodingContainer, through steps: [Self]
  ) throws -> Entity {
    guard let first = steps.first else { return try list.decode(type) }
    let json = try steps.dropFirst().reduce(first.read(list.superDecoder())) { try $1.migrate($0) }
    return try EntityCoding.decode(type, from: json)
  }
}
