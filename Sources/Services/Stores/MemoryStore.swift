import Signals

/// A store that lives as long as the object does: for tests, previews and scripted sessions. It never fails.
public final class MemoryStore<Entity: Identifiable & Codable & Sendable>: Store where Entity.ID: Sendable {
  private let calls: StoreCalls<Table<Entity>>
  private let live = LiveQueries<Entity>()

  /// A store that already has `entities`; of those with the same id the last one counts.
  public init(_ entities: [Entity] = []) { calls = StoreCalls(Table(entities)) }

  /// The entity with that id; nil if there is none.
  public func entity(_ id: Entity.ID) -> Signal<Entity?, StoreFailure> {
    calls.call({ $0[id] }, answer: Result.success)
  }

  /// The entities `query` asks for, in its order.
  public func entities(_ query: Query<Entity>) -> Signal<[Entity], StoreFailure> {
    calls.call({ $0 }, answer: { .success(query.select(from: $0.rows)) })
  }

  /// Makes all of `changes`, in their order.
  public func commit(_ changes: [StoreChange<Entity>]) -> Signal<Void, StoreFailure> {
    calls.call { table in
      var touched: [Entity] = []
      for change in changes {
        switch change {
        case .save(let entity): touched += [table.save(entity), entity].compactMap { $0 }
        case .delete(let id): touched += [table.delete(id)].compactMap { $0 }
        }
      }
      return touched
    } answer: { [live] touched in
      live.tell(touched)
      return .success(())
    }
  }

  /// What `query` asks for, now and after each change of it.
  public func observe(_ query: Query<Entity>) -> Signal<[Entity], StoreFailure> {
    live.observe(query) { [self] in entities(query) }
  }
}
