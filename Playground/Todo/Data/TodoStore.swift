import Foundation
import Services
import Signals

/// The port to whatever keeps the items.
package protocol TodoStore: Sendable {
  /// The items due from `first` through `last`, completed ones included.
  func items(from first: Date, through last: Date) -> Signal<[TodoItem], StoreFailure>
  /// The items due from `first` through `last`, after each change of them that anybody makes through this store.
  func changes(from first: Date, through last: Date) -> Signal<[TodoItem], StoreFailure>
  /// Keeps `item`, in the place of the one with its id if there is one.
  func save(_ item: TodoItem) -> Signal<Void, StoreFailure>
  /// Forgets the item; nothing happens if there is none with that id.
  func delete(_ id: TodoItem.ID) -> Signal<Void, StoreFailure>
}

/// Any store of the services, as the port.
package struct StoredTodos: TodoStore {
  private let store: any Store<TodoItem>

  package init(_ store: any Store<TodoItem>) { self.store = store }

  package func items(from first: Date, through last: Date) -> Signal<[TodoItem], StoreFailure> {
    store.entities(query(first, last))
  }
  package func changes(from first: Date, through last: Date) -> Signal<[TodoItem], StoreFailure> {
    // The first answer is what is there now.
    store.observe(query(first, last)).dropFirst(1)
  }
  package func save(_ item: TodoItem) -> Signal<Void, StoreFailure> { store.save(item) }
  package func delete(_ id: TodoItem.ID) -> Signal<Void, StoreFailure> { store.delete(id) }

  private func query(_ first: Date, _ last: Date) -> Query<TodoItem> {
    Query().between(\.due, first, last).ordered(by: \.due)
  }
}
