import Foundation
import Services
import Signals
import VIPER

/// Why something could not be added.
package enum AddFailure: Error, Hashable { case beforeToday, store(StoreFailure) }

/// The use case of the add screen.
package protocol AddInteracting: AnyObject, Sendable {
  /// Today: the first day that can be chosen.
  var earliest: Date { get }
  /// Whether something may be due on the day of `date`, now.
  func isAllowed(_ date: Date) -> Bool
  /// Stores something to do by the day of `due`; gives its id.
  func add(_ name: String, due: Date) -> Signal<UUID, AddFailure>
}

package final class AddInteractor: AddInteracting {
  private let data: TodoDataManager
  private let environment: AppEnvironment

  package init(data: TodoDataManager, environment: AppEnvironment) {
    self.data = data
    self.environment = environment
  }

  package var earliest: Date { environment.calendar.startOfDay(for: environment.now()) }

  package func isAllowed(_ date: Date) -> Bool { environment.calendar.startOfDay(for: date) >= earliest }

  package func add(_ name: String, due: Date) -> Signal<UUID, AddFailure> {
    .deferred { [self] in
      // Asked again: midnight may have passed since the day was chosen.
      guard isAllowed(due) else { return .fail(.beforeToday) }
      let day = environment.calendar.startOfDay(for: due)
      let item = TodoItem(id: environment.id(), name: name, due: day)
      return data.save(item).map { item.id }.mapError(AddFailure.store)
    }
  }
}
