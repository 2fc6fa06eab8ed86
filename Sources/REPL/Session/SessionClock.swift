import Foundation
import Signals

/// The clock of a flow: a date that moves with virtual time.
final class SessionClock: Sendable {
  let time: VirtualTimeScheduler
  /// The date at time zero; 2001-01-01T00:00Z until it is set.
  private let start = MutableProperty(Date(timeIntervalSinceReferenceDate: 0))

  init(_ time: VirtualTimeScheduler) { self.time = time }

  var now: Date { start.value.addingTimeInterval(elapsed) }

  func set(_ date: Date) { start.value = date.addingTimeInterval(-elapsed) }

  private var elapsed: TimeInterval {
    let (seconds, attoseconds) = time.now.components
    return TimeInterval(seconds) + TimeInterval(attoseconds) / 1e18
  }
}
