import Signals

/// Entities of one type, kept by id.
///
/// Every call is a cold signal: nothing is read or written until it is observed, and each observation does it again.
/// It gives one value and completes, or says in a ``StoreFailure`` why it could not. Calls are serialised: what one of
/// them has completed, the next one sees. Disposing a call that has begun does not take it back.
public protocol Store<Entity>: Sendable {
  /// What is kept.
  associatedtype Entity: Identifiable & Codable & Sendable where Entity.ID: Sendable

  /// The entity with that id; nil if there is none.
  func entity(_ id: Entity.ID) -> Signal<Entity?, StoreFailure>
  /// The entities `query` asks for, in its order.
  func entities(_ query: Query<Entity>) -> Signal<[Entity], StoreFailure>
  /// Keeps `entity`, in the place of the one with its id if there is one.
  func save(_ entity: Entity) -> Signal<Void, StoreFailure>
  /// Forgets the entity with that id; nothing happens if there is none.
  func delete(_ id: Entity.ID) -> Signal<Void, StoreFailure>
}
