import Signals

/// A store that lives as long as the object does: for tests, previews and scripted sessions. It never fails.
public final class MemoryStore<Entity: Identifiable & Codable & Sendable>: Store where Entity.ID: Sendable {
  private let table: MutableProperty<Table<Entity>>

  /// A store that already has `entities`; of those with the same id the last one counts.
  public init(_ entities: [Entity] = []) { table = MutableProperty(Table(entities)) }

  /// The entity with that id; nil if there is none.
  public func entity(_ id: Entity.ID) -> Signal<Entity?, StoreFailure> {
    .deferred { [table] in .just(table.value[id]) }
  }

  /// The entities `query` asks for, in its order.
  public func entities(_ query: Query<Entity>) -> Signal<[Entity], StoreFailure> {
    .deferred { [table] in .just(query.select(from: table.value.entities)) }
  }

  /// Keeps `entity`, in the place of the one with its id if there is one.
  public func save(_ entity: Entity) -> Signal<Void, StoreFailure> {
    .deferred { [table] in .just(table.modify { $0.save(entity) }) }
  }

  /// Forgets the entity with that id; nothing happens if there is none.
  public func delete(_ id: Entity.ID) -> Signal<Void, StoreFailure> {
    .deferred { [table] in .just(table.modify { $0.delete(id) }) }
  }
}
