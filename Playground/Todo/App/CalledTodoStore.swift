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

  package func items(from first: Date, through last: Date) -> Signal<[TodoItem], StoreFailure> {
    calls.call(
      "store.items", store.items(from: first, through: last),
      decode: { [calendar] in try WrittenItems($0, calendar: calendar).items },
      encode: { [calendar] in try WrittenItems.json($0, calendar: calendar) },
      failure: StoreFailure.other)
  }

  /// Not a call: nobody asks.
  package func changes(from first: Date, through last: Date) -> Signal<[TodoItem], StoreFailure> {
    store.changes(from: first, through: last)
  }

  package func save(_ item: TodoItem) -> Signal<Void, StoreFailure> {
    calls.call("store.save", store.save(item), failure: StoreFailure.other)
  }

  package func delete(_ id: TodoItem.ID) -> Signal<Void, StoreFailure> {
    calls.call("store.delete", store.delete(id), failure: StoreFailure.other)
  }
}
