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
    let days = days(first, last)
    return store.items(from: days.begin, through: days.end)
  }

  /// The same, after each change of them that anybody makes.
  package func changes(from first: Date, through last: Date) -> Signal<[TodoItem], StoreFailure> {
    let days = days(first, last)
    return store.changes(from: days.begin, through: days.end)
  }

  package func save(_ item: TodoItem) -> Signal<Void, StoreFailure> { store.save(item) }

  package func delete(_ item: TodoItem) -> Signal<Void, StoreFailure> { store.delete(item.id) }

  private func days(_ first: Date, _ last: Date) -> (begin: Date, end: Date) {
    // Not "one day later": a day need not have 24 hours, nor a midnight.
    let end = calendar.startOfDay(for: calendar.day(last, plus: 1)).addingTimeInterval(-1)
    return (calendar.startOfDay(for: first), end)
  }
}
