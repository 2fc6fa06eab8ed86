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
    // Not "one day later": a day need not have 24 hours, nor a midnight.
    let end = calendar.startOfDay(for: calendar.day(last, plus: 1)).addingTimeInterval(-1)
    return store.items(from: calendar.startOfDay(for: first), through: end)
  }

  package func save(_ item: TodoItem) -> Signal<Void, StoreFailure> { store.save(item) }

  package func delete(_ item: TodoItem) -> Signal<Void, StoreFailure> { store.delete(item.id) }
}
