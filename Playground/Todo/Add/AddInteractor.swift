import Foundation
import Language
import Services
import Signals
import VIPER

/// The reason why an item could not be added.
package enum AddFailure: Error, Hashable { case beforeToday, store(StoreProblem) }

/// The use case of the add screen.
package final class AddInteractor: Sendable {
  private let data: TodoDataManager
  private let environment: AppEnvironment

  package init(_ data: TodoDataManager, _ environment: AppEnvironment) {
    (self.data, self.environment) = (data, environment)
  }

  /// The first day that can be chosen: today.
  package var earliest: Date { environment.calendar.startOfDay(for: environment.now()) }

  /// Stores an item that is due on the day of `due`; delivers its id.
  package func add(_ name: String, due: Date) -> Signal<UUID, AddFailure> {
    .deferred { [self] in
      let day = environment.calendar.startOfDay(for: due)
      // Midnight may have passed since the day was chosen.
      guard day >= earliest else { return .fail(.beforeToday) }
      let item = TodoItem(id: environment.id(), name: name, due: day)
      return data.save(item).map { item.id }.mapFailure { .store(StoreProblem($0)) }
    }
  }
}
