import Foundation

/// How to read what one version has written as the next one.
public struct StoreMigration: Sendable {
  let from: Int
  /// From the JSON of one entity to that of the next version.
  let migrate: @Sendable (Data) throws -> Data

  /// - Parameters:
  ///   - version: what it is a step from, to the next.
  ///   - change: makes an entity of the next version of one of this version. `Old` need not be the whole type that it was: what
  ///     can be decoded is enough.
  public init<Old: Decodable & SendableMetatype, New: Encodable & SendableMetatype>(
    from version: Int, _ change: @escaping @Sendable (Old) throws -> New
  ) {
    from = version
    migrate = { try EntityCoding.encode(change(EntityCoding.decode(Old.self, from: $0)), for: .programs) }
  }
}
