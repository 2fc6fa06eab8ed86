import Foundation
import Services
import Signals

/// What the interactors need of a store: questions about whole days.
package struct TodoDataManager: Sendable {
  private let store: any TodoStore
  private let calendar: Calendar

  package init(store: any TodoStore, calendar: Calendar) {
    self.store = store
    self.calendar = calendar
  }

  /// The items due from the first second of the first day through the last second of the last.
  package func items(from first: Date, through last: Date) -> Signal<[TodoItem], StoreFailure> {
    let lastSecond = DateComponents(day: 1, second: -1)
    let end = calendar.date(byAdding: lastSecond, to: calendar.startOfDay(for: last)) ?? last
    return store.items(from: calendar.startOfDay(for: first), through: end)
  }

  package func save(_ item: TodoItem) -> Signal<Void, StoreFailure> { store.save(item) }

  package func delete(_ item: TodoItem) -> Signal<Void, StoreFailure> { store.delete(item.id) }
}
