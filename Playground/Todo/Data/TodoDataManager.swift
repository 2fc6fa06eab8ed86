import Foundation
import Services
import Signals

/// What the interactors need of a store: questions about whole days.
struct TodoDataManager: Sendable {
  let store: any TodoStore
  let calendar: Calendar

  /// The items due from the first second of the first day through the last second of the last.
  func items(from first: Date, through last: Date) -> Signal<[TodoItem], StoreFailure> {
    let lastSecond = DateComponents(day: 1, second: -1)
    let end = calendar.date(byAdding: lastSecond, to: calendar.startOfDay(for: last)) ?? last
    return store.items(from: calendar.startOfDay(for: first), through: end)
  }

  func save(_ item: TodoItem) -> Signal<Void, StoreFailure> { store.save(item) }

  func delete(_ item: TodoItem) -> Signal<Void, StoreFailure> { store.delete(item.id) }
}
