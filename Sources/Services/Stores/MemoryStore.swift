import Signals

/// A store that lives as long as the object does: for tests, previews and scripted sessions. It never fails.
public final class MemoryStore<Entity: Identifiable & Codable & Sendable>: Store where Entity.ID: Sendable {
  private let table: Protected<Table<Entity>>
  private let live = LiveQueries<Entity>()

  /// A store that already has `entities`; of those with the same id the last one counts.
  public init(_ entities: [Entity] = []) { table = Protected(Table(entities)) }

  /// The entity with that id; nil if there is none.
  public func entity(_ id: Entity.ID) -> Signal<Entity?, StoreFailure> {
    .deferred { [table] in .just(table.withLock { $0[id] }) }
  }

  /// The entities `query` asks for, in its order.
  public func entities(_ query: Query<Entity>) -> Signal<[Entity], StoreFailure> {
    .deferred { [self] in .just(select(query)) }
  }

  /// Makes all of `changes`, in their order.
  public func commit(_ changes: [StoreChange<Entity>]) -> Signal<Void, StoreFailure> {
    .deferred { [self] in
      let touched = table.withLock { table in
        var touched: [Entity] = []
        for change in changes {
          switch change {
          case .save(let entity): touched += [table.save(entity), entity].compactMap { $0 }
          case .delete(let id): touched += [table.delete(id)].compactMap { $0 }
          }
        }
        return touched
      }
      live.changed { touched.contains(where: $0.matches) }
      return .just(())
    }
  }

  /// What `query` asks for, now and after each change of it.
  public func observe(_ query: Query<Entity>) -> Signal<[Entity], StoreFailure> {
    live.observe(query) { [self] in .success(select($0)) }
  }

  /// Sorting and comparing call what the entity's author wrote: they work on a copy, outside the lock.
  private func select(_ query: Query<Entity>) -> [Entity] {
    let table = table.withLock { $0 }
    return query.select(from: table.rows)
  }
}
