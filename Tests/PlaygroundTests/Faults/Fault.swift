import Foundation
import Signals

/// The one call of a seam that fails: the how-manieth it is.
final class Fault: Sendable {
  /// Where a call is made. All that are made in the same place of a flow are one to the app, such as those of each minute.
  struct Place: Hashable, Sendable {
    /// The path of the screens that are open.
    let screens: String
    /// The code that makes the call, and all that led to it.
    let callers: [UInt]
  }

  private let number: Int?
  private let counted = MutableProperty(0)
  private let visited = MutableProperty<[Place]>([])
  /// Tells which screens are open; nil as long as nobody wants to know where calls are made.
  let screens = MutableProperty<(@Sendable () -> String?)?>(nil)

  /// - Parameter number: of the call, from 1; nil lets all of them work, and counts them.
  init(at number: Int? = nil) { self.number = number }

  /// How many calls there were.
  var count: Int { counted.value }
  /// Whether the call has come that fails.
  var hasCome: Bool { number.map { $0 <= count } ?? false }
  /// Where the calls were made, the first one's first, if ``screens`` tells.
  var places: [Place] { visited.value }

  /// Counts a call; true if it is the one.
  func strikes() -> Bool {
    if let screens = screens.value?() {
      let place = Place(screens: screens, callers: Thread.callStackReturnAddresses.map(\.uintValue))
      visited.modify { $0.append(place) }
    }
    return counted.modify { count in
      count += 1
      return count
    } == number
  }
}
