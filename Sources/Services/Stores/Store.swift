public import Signals

/// Entities of one type, kept by id.
///
/// Every call is a cold signal: observing it reads or writes, and each observation does so again. Except for ``observe(_:)``, a call
/// delivers one value and completes, or fails with a ``StoreFailure``.
///
/// A call works on the observing thread and answers before `observe` returns. Calls run one at a time, in the order in which they
/// are made, and each waits for the calls before it. Disposing a call that has started does not undo it; disposing one that has not
/// started cancels it. Use ``working(on:answeringOn:)`` where a slow disk must not block the caller.
public protocol Store<Entity>: Sendable {
  /// The type of the stored entities.
  associatedtype Entity: Identifiable & Codable & Sendable where Entity.ID: Sendable
  /// Returns the changes for the entities that were read, or throws a failure to change nothing.
  typealias Decision = @Sendable ([Entity]) throws(StoreFailure) -> [StoreChange<Entity>]

  /// The entity with that id; nil if there is none.
  func entity(_ id: Entity.ID) -> Signal<Entity?, StoreFailure>
  /// The entities that match `query`, in its order.
  func entities(_ query: Query<Entity>) -> Signal<[Entity], StoreFailure>
  /// Makes all of `changes`, in order, or none of them. No reader ever sees a part of them, not even after a crash.
  func commit(_ changes: [StoreChange<Entity>]) -> Signal<Void, StoreFailure>
  /// Passes the entities that match `query` to `decide` and makes the changes it returns, in one transaction: no program can change
  /// the store in between.
  ///
  ///     let renaming = store.commit(
  ///       reading: Query().filter(\.name, equals: "Milk")
  ///     ) { found throws(StoreFailure) in
  ///       guard var item = found.first else { throw .other("there is no milk") }
  ///       item.name = "Butter"
  ///       return [.save(item)]
  ///     }
  ///
  /// The default reads and then commits, in two transactions.
  ///
  /// - Parameters:
  ///   - query: the entities to read.
  ///   - decide: returns the changes. All other calls wait for it, so it must not block. If it throws, nothing is changed.
  func commit(reading query: Query<Entity>, _ decide: @escaping Decision) -> Signal<Void, StoreFailure>
  /// Makes all of `changes` if all of their entities exist, otherwise none of them, and delivers whether it did. Use it to change
  /// entities that another program may have deleted.
  ///
  /// The default is a ``commit(reading:_:)``.
  func commitIfStored(_ changes: [StoreChange<Entity>]) -> Signal<Bool, StoreFailure>
  /// The entities that match `query`, now and each time they may have changed through this store. A commit is one change, however many
  /// entities it has. Changes during an observer's work are delivered to it as one. The signal never completes; it fails when
  /// the store can no longer be read. Each observer reads for itself: share one signal where many need the same entities.
  func observe(_ query: Query<Entity>) -> Signal<[Entity], StoreFailure>
  /// Looks for changes by other programs and, if there are any, asks the live queries again. The default does nothing: only a store
  /// with a file that others can change has to look.
  func refresh() -> Signal<Void, StoreFailure>
}

extension Store {
  /// Saves `entity`, replacing an entity with the same id.
  public func save(_ entity: Entity) -> Signal<Void, StoreFailure> { commit([.save(entity)]) }

  /// Deletes the entity with that id; does nothing if there is none.
  public func delete(_ id: Entity.ID) -> Signal<Void, StoreFailure> { commit([.delete(id)]) }

  /// Reads the entities and then commits the changes that `decide` returns, in two transactions.
  public func commit(reading query: Query<Entity>, _ decide: @escaping Decision) -> Signal<Void, StoreFailure> {
    entities(query).tryMap { found throws(StoreFailure) in try decide(found) }.flatMap(.concat) { commit($0) }
  }

  /// Reads the entities of `changes` and commits all changes or none, in one transaction if ``commit(reading:_:)`` is one.
  public func commitIfStored(_ changes: [StoreChange<Entity>]) -> Signal<Bool, StoreFailure> {
    .deferred {
      let ids = Set(changes.map(\.id)), areStored = MutableProperty(false)
      let key: any KeyPath<Entity, Entity.ID> & Sendable = \.id
      return commit(reading: Query().filter(key, in: Array(ids))) { found throws(StoreFailure) in
        areStored.value = found.count == ids.count
        return areStored.value ? changes : []
      }.map { areStored.value }
    }
  }

  /// Does nothing.
  public func refresh() -> Signal<Void, StoreFailure> { .just(()) }
}
