/// A change of a store, as a value.
public enum StoreChange<Entity: Identifiable & Sendable>: Sendable where Entity.ID: Sendable {
  /// Saves the entity, replacing an entity with the same id.
  case save(Entity)
  /// Deletes the entity with that id; does nothing if there is none.
  case delete(Entity.ID)

  /// The id of the saved or deleted entity.
  package var id: Entity.ID {
    switch self {
    case .save(let entity): entity.id
    case .delete(let id): id
    }
  }

  /// The saved entity; nil for a deletion.
  package var saved: Entity? {
    if case .save(let entity) = self { entity } else { nil }
  }
}
