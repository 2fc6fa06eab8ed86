/// One change of a store, as a value.
public enum StoreChange<Entity: Identifiable & Sendable>: Sendable where Entity.ID: Sendable {
  /// Keeps the entity, in the place of the one with its id if there is one.
  case save(Entity)
  /// Forgets the entity with that id; nothing happens if there is none.
  case delete(Entity.ID)

  /// Of the entity that is saved or deleted.
  var id: Entity.ID {
    switch self {
    case .save(let entity): entity.id
    case .delete(let id): id
    }
  }

  /// The entity that is saved; nil if one is deleted.
  var saved: Entity? {
    if case .save(let entity) = self { entity } else { nil }
  }
}
