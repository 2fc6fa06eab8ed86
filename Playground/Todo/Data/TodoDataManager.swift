import Foundation
import Services
import Signals
import VIPER

/// The interactors' access to the store, by whole days.
package struct TodoDataManager: Sendable {
  private let store: any Store<TodoItem>
  private let environment: AppEnvironment

  package init(_ store: any Store<TodoItem>, _ environment: AppEnvironment) {
    (self.store, self.environment) = (store, environment)
  }

  /// The items due from the start of the first day through the end of the last, now and after each change.
  package func items(from first: Date, through last: Date) -> Signal<[TodoItem], StoreFailure> {
    // The start of the next day: a day need not have 24 hours or a midnight.
    let calendar = environment.calendar
    let start = calendar.startOfDay(for: first), end = calendar.startOfDay(for: calendar.day(last, plus: 1))
    return store.observe(Query().filter(\.due, in: start..<max(start, end)).ordered(by: \.due))
  }

  package func save(_ item: TodoItem) -> Signal<Void, StoreFailure> { store.save(item) }

  /// Makes the change if the store still has the item, and delivers whether it has.
  package func change(_ change: StoreChange<TodoItem>) -> Signal<Bool, StoreFailure> { store.commitIfStored([change]) }
}
