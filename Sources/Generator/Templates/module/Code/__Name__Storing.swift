import Services
import Signals

/// The port to whatever keeps what was added.
package protocol __Name__Storing: Sendable {
  /// All that is kept, in no order.
  func all() -> Signal<[__Name____Item__], StoreFailure>
  /// Keeps one, in the place of the one with its id if there is one.
  func save(_ __item__: __Name____Item__) -> Signal<Void, StoreFailure>
}

/// Any store of the services, as the port.
package struct Stored__Name__: __Name__Storing {
  private let store: any Store<__Name____Item__>

  package init(_ store: any Store<__Name____Item__>) { self.store = store }

  package func all() -> Signal<[__Name____Item__], StoreFailure> { store.entities(Query()) }

  package func save(_ __item__: __Name____Item__) -> Signal<Void, StoreFailure> { store.save(__item__) }
}
