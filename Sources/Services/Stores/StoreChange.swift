/// One change of a store, as a value.
public enum StoreChange<Entity: Identifiable & Sendable>: Sendable where Entity.ID: Sendable {
  /// Keeps the entity, in the place of the one with its id if there is one.
  case save(Entity)
  /// Forgets the entity with that id; nothing happens if there is none.
  case delete(Entity.ID)
}
