import Foundation
import Signals

/// A date that moves with a scheduler's time.
package final class VirtualDate: Sendable {
  package let time: any Scheduler
  /// The date at time zero.
  private let start: MutableProperty<Date>

  /// - Parameter start: the date at the scheduler's zero; 2001-01-01T00:00Z if not given.
  package init(_ time: any Scheduler, from start: Date = Date(timeIntervalSinceReferenceDate: 0)) {
    self.time = time
    self.start = MutableProperty(start)
  }

  package var now: Date { start.value.addingTimeInterval(elapsed) }

  package func set(_ date: Date) { start.value = date.addingTimeInterval(-elapsed) }

  private var elapsed: TimeInterval {
    let (seconds, attoseconds) = time.now.components
    return TimeInterval(seconds) + TimeInterval(attoseconds) / 1e18
  }
}
