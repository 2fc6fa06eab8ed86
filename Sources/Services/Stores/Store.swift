import Signals

/// Entities of one type, kept by id.
///
/// Every call is a cold signal: nothing is read or written until it is observed, and each observation does it again.
/// But for ``observe(_:)``, it gives one value and completes, or says in a ``StoreFailure`` why it could not.
///
/// The work is done where the call is observed, and answered before that returns. Calls are done one at a time, in the order in which
/// they are made: a call waits for those before it and does its own work only. Disposing a call that has begun does not take it
/// back; one that has not is not done. Where a slow disk must not keep the caller, there is ``working(on:answeringOn:)``.
public protocol Store<Entity>: Sendable {
  /// What is kept.
  associatedtype Entity: Identifiable & Codable & Sendable where Entity.ID: Sendable
  /// Makes changes of what was read, or throws why there are to be none.
  typealias Decision = @Sendable ([Entity]) throws(StoreFailure) -> [StoreChange<Entity>]

  /// The entity with that id; nil if there is none.
  func entity(_ id: Entity.ID) -> Signal<Entity?, StoreFailure>
  /// The entities `query` asks for, in its order.
  func entities(_ query: Query<Entity>) -> Signal<[Entity], StoreFailure>
  /// Makes all of `changes`, in their order, or none of them: nobody ever sees a part, not even after a crash.
  func commit(_ changes: [StoreChange<Entity>]) -> Signal<Void, StoreFailure>
  /// Makes the changes that `decide` makes of what `query` asks for, in one step: nothing changes in between, in whatever program.
  ///
  ///     let renaming = store.commit(reading: Query().filter(\.name, equals: "Milk")) { found throws(StoreFailure) in
  ///       guard var item = found.first else { throw .other("there is no milk") }
  ///       item.name = "Butter"
  ///       return [.save(item)]
  ///     }
  ///
  /// The default reads and then commits, in two steps.
  ///
  /// - Parameters:
  ///   - query: what is read.
  ///   - decide: runs while all other calls wait, so it only decides. If it throws, nothing is changed.
  func commit(reading query: Query<Entity>, _ decide: @escaping Decision) -> Signal<Void, StoreFailure>
  /// Makes all of `changes` if their entities are all there, or else none of them, and gives whether it did: for a change of
  /// something that another program may have deleted.
  ///
  /// The default is a ``commit(reading:_:)``.
  func commitIfKept(_ changes: [StoreChange<Entity>]) -> Signal<Bool, StoreFailure>
  /// What `query` asks for now, and again each time that may have changed through this store, whoever changed it. A commit is
  /// one change however much it holds, and changes that come while an observer is busy are told as one. Never completes;
  /// ends with the failure if the store can no longer be read.
  ///
  /// Observers of equal queries share what one of them has asked for.
  func observe(_ query: Query<Entity>) -> Signal<[Entity], StoreFailure>
  /// Looks at all that is kept, and fails if something is damaged. The default reads everything. Complexity: O(n).
  func check() -> Signal<Void, StoreFailure>
}

extension Store {
  /// Keeps `entity`, in the place of the one with its id if there is one.
  public func save(_ entity: Entity) -> Signal<Void, StoreFailure> { commit([.save(entity)]) }

  /// Forgets the entity with that id; nothing happens if there is none.
  public func delete(_ id: Entity.ID) -> Signal<Void, StoreFailure> { commit([.delete(id)]) }

  /// Reads, and then commits what `decide` makes of it, in two steps.
  public func commit(reading query: Query<Entity>, _ decide: @escaping Decision) -> Signal<Void, StoreFailure> {
    entities(query).tryMap { found throws(StoreFailure) in try decide(found) }.flatMap(.concat) { commit($0) }
  }

  /// Reads the entities of `changes`, and commits all or nothing, in one step where ``commit(reading:_:)`` is one.
  public func commitIfKept(_ changes: [StoreChange<Entity>]) -> Signal<Bool, StoreFailure> {
    .deferred {
      let ids = Set(changes.map(\.id)), isKept = MutableProperty(false)
      let key: any KeyPath<Entity, Entity.ID> & Sendable = \.id
      return commit(reading: Query().filter(key, in: Array(ids))) { found throws(StoreFailure) in
        isKept.value = found.count == ids.count
        return isKept.value ? changes : []
      }.map { isKept.value }
    }
  }

  /// Reads everything.
  public func check() -> Signal<Void, StoreFailure> { entities(Query()).map { _ in } }
}
