import Signals

/// Entities of one type, kept by id.
///
/// Every call is a cold signal: nothing is read or written until it is observed, and each observation does it again.
/// But for ``observe(_:)``, it gives one value and completes, or says in a ``StoreFailure`` why it could not. Calls are
/// done one after the other: what one of them has completed, the next one sees. Disposing a call that has begun does not take it
/// back; one that has not is not done.
///
/// The work is done where the call is observed, and answered before that returns; but while another call is under way, by whoever
/// does that one, so that nobody waits. An entity may so ask its own store as it is written, read or compared. Where a slow disk must
/// not keep the caller either, there is ``working(on:answeringOn:)``.
public protocol Store<Entity>: Sendable {
  /// What is kept.
  associatedtype Entity: Identifiable & Codable & Sendable where Entity.ID: Sendable

  /// The entity with that id; nil if there is none.
  func entity(_ id: Entity.ID) -> Signal<Entity?, StoreFailure>
  /// The entities `query` asks for, in its order.
  func entities(_ query: Query<Entity>) -> Signal<[Entity], StoreFailure>
  /// Makes all of `changes`, in their order, or none of them: nobody ever sees a part, not even after a crash.
  func commit(_ changes: [StoreChange<Entity>]) -> Signal<Void, StoreFailure>
  /// What `query` asks for now, and again each time that may have changed through this store, whoever changed it. A commit is
  /// one change however much it holds, and changes that come while an observer is busy are told as one. Never completes;
  /// ends with the failure if the store can no longer be read.
  ///
  /// Observers of equal queries share what one of them has asked for.
  func observe(_ query: Query<Entity>) -> Signal<[Entity], StoreFailure>
}

extension Store {
  /// Keeps `entity`, in the place of the one with its id if there is one.
  public func save(_ entity: Entity) -> Signal<Void, StoreFailure> { commit([.save(entity)]) }

  /// Forgets the entity with that id; nothing happens if there is none.
  public func delete(_ id: Entity.ID) -> Signal<Void, StoreFailure> { commit([.delete(id)]) }
}
