import Foundation
import Signals
import VIPER

extension AppEnvironment {
  /// An environment that is the same in every run: a date that moves with virtual time, a Gregorian calendar whose weeks begin
  /// on Sunday, counted ids, a notification center of its own.
  ///
  /// - Parameters:
  ///   - start: the date at the scheduler's zero; 2001-01-01T00:00Z if not given.
  ///   - time: the scheduler.
  ///   - locale: the language and formats.
  ///   - timeZone: the calendar's.
  public static func fixed(
    at start: Date = Date(timeIntervalSinceReferenceDate: 0), on time: VirtualTimeScheduler,
    locale: Locale = Locale(identifier: "en_US"), timeZone: TimeZone = .gmt
  ) -> AppEnvironment {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = timeZone
    calendar.locale = locale
    calendar.firstWeekday = 1
    let count = MutableProperty<UInt64>(0)
    return AppEnvironment(
      now: {
        let (seconds, attoseconds) = time.now.components
        return start.addingTimeInterval(TimeInterval(seconds) + TimeInterval(attoseconds) / 1e18)
      },
      calendar: calendar, locale: locale,
      id: {
        let number = count.modify { count in
          count += 1
          return count
        }
        return UUID(counted: number)
      },
      scheduler: time, notifications: NotificationCenter())
  }
}

extension UUID {
  /// The id of a number: a valid version 4 id whose last digits are the number's.
  package init(counted number: UInt64) {
    let bytes = withUnsafeBytes(of: number.bigEndian) { Array($0) }
    self.init(
      uuid: (0, 0, 0, 0, 0, 0, 0x40, 0, 0x80, bytes[1], bytes[2], bytes[3], bytes[4], bytes[5], bytes[6], bytes[7]))
  }
}
