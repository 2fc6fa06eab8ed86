import Services
import Signals

/// What the interactor needs of the store.
package struct __Name__DataManager: Sendable {
  private let store: any __Name__Storing

  package init(_ store: any __Name__Storing) { self.store = store }

  /// All that is kept, in the order in which it was added.
  package func all() -> Signal<[__Name____Item__], StoreFailure> {
    store.all().map { all in all.sorted { ($0.added, $0.text) < ($1.added, $1.text) } }
  }

  package func save(_ __item__: __Name____Item__) -> Signal<Void, StoreFailure> { store.save(__item__) }
}
