import Foundation
import Signals

/// Chooses the one call of a dependency that fails, by its number.
final class Fault: Sendable {
  /// The place of a call. To the app, all calls from one place are the same, such as those of each minute.
  struct Place: Hashable, Sendable {
    /// The path of the open screens.
    let screens: String
    /// The call stack.
    let callers: [UInt]
  }

  private let number: Int?
  private let counted = MutableProperty(0)
  private let visited = MutableProperty<[Place]>([])
  /// Returns the open screens; nil to record no places.
  let screens = MutableProperty<(@Sendable () -> String?)?>(nil)

  /// - Parameter number: the number of the failing call, from 1; nil only counts the calls.
  init(at number: Int? = nil) { self.number = number }

  /// The number of calls.
  var count: Int { counted.value }
  /// Whether the failing call was made.
  var hasCome: Bool { number.map { $0 <= count } ?? false }
  /// The places of the calls, in order, if ``screens`` is set.
  var places: [Place] { visited.value }

  /// Counts a call; returns whether it has to fail.
  func strikes() -> Bool {
    if let screens = screens.value?() {
      let place = Place(screens: screens, callers: Thread.callStackReturnAddresses.map(\.uintValue))
      visited.modify { $0.append(place) }
    }
    return counted.withValue { count in
      count += 1
      return count
    } == number
  }
}
