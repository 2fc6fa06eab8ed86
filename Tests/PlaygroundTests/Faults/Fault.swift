import Signals

/// The one call of a seam that fails: the how-manieth it is.
final class Fault: Sendable {
  private let number: Int?
  private let counted = MutableProperty(0)

  /// - Parameter number: of the call, from 1; nil lets all of them work, and counts them.
  init(at number: Int? = nil) { self.number = number }

  /// How many calls there were.
  var count: Int { counted.value }
  /// Whether the call has come that fails.
  var hasCome: Bool { number.map { $0 <= count } ?? false }

  /// Counts a call; true if it is the one.
  func strikes() -> Bool {
    counted.modify { count in
      count += 1
      return count
    } == number
  }
}
