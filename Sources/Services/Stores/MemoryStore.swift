public import Signals

extension Table: StoreState {
  /// No other program reaches the memory.
  package var hasForeignChange: Bool {
    get { false }
    set {}
  }
}

/// A store in memory, for tests, previews and scripted sessions. It never fails, and its content is lost with the object.
public final class MemoryStore<Entity: Identifiable & Codable & Sendable>: Store where Entity.ID: Sendable {
  private let calls: StoreCalls<Entity, Table<Entity>>

  /// A store that contains `entities`. Of entities with the same id it keeps the last one.
  public init(_ entities: [Entity] = []) { calls = StoreCalls(Table(entities)) }

  /// The entity with that id; nil if there is none.
  public func entity(_ id: Entity.ID) -> Signal<Entity?, StoreFailure> {
    calls.call { table in
      let entity = table[id]
      return { .success(entity) }
    }
  }

  /// The entities that match `query`, in its order.
  public func entities(_ query: Query<Entity>) -> Signal<[Entity], StoreFailure> { calls.call(Self.select(query)) }

  /// Makes all of `changes`, in order.
  public func commit(_ changes: [StoreChange<Entity>]) -> Signal<Void, StoreFailure> {
    commit { _ throws(StoreFailure) in changes }
  }

  /// Passes the entities that match `query` to `decide` and makes the changes it returns, in one transaction.
  public func commit(reading query: Query<Entity>, _ decide: @escaping Decision) -> Signal<Void, StoreFailure> {
    commit { table throws(StoreFailure) in try decide(query.select(from: table.rows)) }
  }

  /// The entities that match `query`, now and after each change of them.
  public func observe(_ query: Query<Entity>) -> Signal<[Entity], StoreFailure> {
    calls.observe(query, Self.select(query))
  }

  /// Filtering and sorting run foreign code, so they use a copy, after the turn.
  private static func select(_ query: Query<Entity>) -> StoreCalls<Entity, Table<Entity>>.Work<[Entity]> {
    { table in { [table] in .success(query.select(from: table.rows)) } }
  }

  private func commit(
    _ decide: @escaping @Sendable (Table<Entity>) throws(StoreFailure) -> [StoreChange<Entity>]
  ) -> Signal<Void, StoreFailure> {
    calls.commit { table in
      let changes = Result { () throws(StoreFailure) in try decide(table) }
      let touched = changes.map { $0.flatMap { table.make($0) } }
      return { touched }
    }
  }
}
