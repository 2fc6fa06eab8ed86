import Foundation

/// An entity, ready to be written.
struct SQLiteRow<Entity: Identifiable & Codable & Sendable>: Sendable where Entity.ID: Codable & Sendable {
  let entity: Entity
  let id: Data
  /// What is bound to the columns: id, body, checksum and the indexed values.
  let values: [IndexedValue]

  init(_ entity: Entity, _ schema: StoreSchema<Entity>) throws {
    self.entity = entity
    id = try Self.id(entity.id)
    let body = try EntityCoding.encode(entity, for: .programs)
    values =
      [.bytes(id), .bytes(body), .integer(Self.checksum(id, body))] + schema.indexes.map { $0.value(entity) }
  }

  /// An id as bytes: equal ids give equal bytes, so a text is composed first.
  static func id(_ id: Entity.ID) throws -> Data {
    let json = String(decoding: try EntityCoding.encode(id, for: .programs), as: UTF8.self)
    return Data(json.precomposedStringWithCanonicalMapping.utf8)
  }

  static func checksum(_ id: Data, _ body: Data) -> Int64 { Int64(bitPattern: Checksum(id + body).value) }
}
