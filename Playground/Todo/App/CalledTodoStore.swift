import Foundation
import REPL
import Services
import Signals

/// A store whose calls have names, for flows to stub, fault and record: `store.items`, `store.save`, `store.delete`.
package struct CalledTodoStore: TodoStore {
  private let store: any TodoStore
  private let calls: Calls
  private let calendar: Calendar

  package init(_ store: any TodoStore, calls: Calls, calendar: Calendar) {
    self.store = store
    self.calls = calls
    self.calendar = calendar
  }

  /// A stub says what the store holds; the question between two dates is still asked of it.
  package func items(from first: Date, through last: Date) -> Signal<[TodoItem], StoreFailure> {
    calls.call(
      "store.items", store.items(from: first, through: last),
      decode: { [calendar] in
        try StubbedItems($0, calendar: calendar).items.filter { first <= $0.due && $0.due <= last }
      },
      failure: StoreFailure.other)
  }

  package func save(_ item: TodoItem) -> Signal<Void, StoreFailure> {
    calls.call("store.save", store.save(item), decode: { _ in }, failure: StoreFailure.other)
  }

  package func delete(_ id: TodoItem.ID) -> Signal<Void, StoreFailure> {
    calls.call("store.delete", store.delete(id), decode: { _ in }, failure: StoreFailure.other)
  }
}
