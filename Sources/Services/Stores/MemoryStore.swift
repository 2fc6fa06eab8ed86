import Signals

/// A store that lives as long as the object does: for tests, previews and scripted sessions. It never fails.
public final class MemoryStore<Entity: Identifiable & Codable & Sendable>: Store where Entity.ID: Sendable {
  private let calls: StoreCalls<Entity, Table<Entity>>

  /// A store that already has `entities`; of those with the same id the last one counts.
  public init(_ entities: [Entity] = []) { calls = StoreCalls(Table(entities)) }

  /// The entity with that id; nil if there is none.
  public func entity(_ id: Entity.ID) -> Signal<Entity?, StoreFailure> {
    calls.call { table in
      let entity = table[id]
      return { .success(entity) }
    }
  }

  /// The entities `query` asks for, in its order.
  public func entities(_ query: Query<Entity>) -> Signal<[Entity], StoreFailure> { calls.call(Self.select(query)) }

  /// Makes all of `changes`, in their order.
  public func commit(_ changes: [StoreChange<Entity>]) -> Signal<Void, StoreFailure> {
    commit { _ throws(StoreFailure) in changes }
  }

  /// Makes the changes that `decide` makes of what `query` asks for, in one step.
  public func commit(reading query: Query<Entity>, _ decide: @escaping Decision) -> Signal<Void, StoreFailure> {
    commit { table throws(StoreFailure) in try decide(query.select(from: table.rows)) }
  }

  /// What `query` asks for, now and after each change of it.
  public func observe(_ query: Query<Entity>) -> Signal<[Entity], StoreFailure> {
    calls.observe(query, Self.select(query))
  }

  /// Filtering and sorting call what the entity's author wrote: they work on a copy, after the turn.
  private static func select(_ query: Query<Entity>) -> StoreCalls<Entity, Table<Entity>>.Work<[Entity]> {
    { table in { [table] in .success(query.select(from: table.rows)) } }
  }

  private func commit(
    _ decide: @escaping @Sendable (Table<Entity>) throws(StoreFailure) -> [StoreChange<Entity>]
  ) -> Signal<Void, StoreFailure> {
    calls.call { table in
      let changes = Result { () throws(StoreFailure) in try decide(table) }
      let touched = changes.map { $0.flatMap { table.make($0) } }
      return { touched }
    } touching: {
      $0
    }.map { _ in }
  }
}
