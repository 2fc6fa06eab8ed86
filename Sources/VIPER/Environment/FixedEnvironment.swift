import Foundation
import Signals

extension AppEnvironment {
  /// An environment that is the same in every run: a date that moves with its scheduler, a Gregorian calendar whose weeks begin
  /// on Sunday, counted ids, a notification center of its own.
  package static func fixed(
    by date: VirtualDate, locale: Locale = Locale(identifier: "en_US"), timeZone: TimeZone = .gmt
  ) -> AppEnvironment {
    let count = MutableProperty<UInt64>(0)
    return AppEnvironment(
      now: { date.now }, calendar: .gregorian(timeZone, locale), locale: locale,
      id: {
        let number = count.modify { count in
          count += 1
          return count
        }
        return UUID(counted: number)
      },
      scheduler: date.time, notifications: NotificationCenter())
  }
}

extension Calendar {
  /// A Gregorian calendar whose weeks begin on Sunday.
  package static func gregorian(_ zone: TimeZone, _ locale: Locale) -> Calendar {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = zone
    calendar.locale = locale
    calendar.firstWeekday = 1
    return calendar
  }
}

extension UUID {
  /// The id of a number: a valid version 4 id whose last digits are the number's.
  fileprivate init(counted number: UInt64) {
    let bytes = withUnsafeBytes(of: number.bigEndian) { Array($0) }
    self.init(
      uuid: (0, 0, 0, 0, 0, 0, 0x40, 0, 0x80, bytes[1], bytes[2], bytes[3], bytes[4], bytes[5], bytes[6], bytes[7]))
  }
}

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
