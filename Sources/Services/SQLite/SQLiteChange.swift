import Foundation

/// A change, written down before the database is touched.
enum SQLiteChange<Entity: Identifiable & Codable & Sendable>: Sendable where Entity.ID: Codable & Sendable {
  case save(SQLiteRow<Entity>)
  case delete(Data)

  init(_ change: StoreChange<Entity>, _ schema: StoreSchema<Entity>) throws {
    switch change {
    case .save(let entity): self = .save(try SQLiteRow(entity, schema))
    case .delete(let id): self = .delete(try SQLiteRow<Entity>.id(id))
    }
  }

  var id: Data {
    switch self {
    case .save(let row): row.id
    case .delete(let id): id
    }
  }

  var saved: Entity? {
    switch self {
    case .save(let row): row.entity
    case .delete: nil
    }
  }
}
