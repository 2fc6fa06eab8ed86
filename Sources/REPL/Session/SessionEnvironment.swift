import Foundation
import Signals
import VIPER

extension AppEnvironment {
  /// The environment of a flow, the same in every run: virtual time, a Gregorian calendar in UTC whose weeks begin on Sunday,
  /// US English, counted ids, a notification center of its own.
  static func scripted(_ clock: SessionClock) -> AppEnvironment {
    let count = MutableProperty<UInt64>(0)
    return AppEnvironment(
      now: { clock.now },
      calendar: gregorian(TimeZone(secondsFromGMT: 0) ?? .gmt, Locale(identifier: "en_US")),
      locale: Locale(identifier: "en_US"),
      id: {
        let number = count.modify { count in
          count += 1
          return count
        }
        let bytes = withUnsafeBytes(of: number.bigEndian) { Array($0) }
        return UUID(
          uuid: (0, 0, 0, 0, 0, 0, 0x40, 0, 0x80, bytes[1], bytes[2], bytes[3], bytes[4], bytes[5], bytes[6], bytes[7]))
      },
      scheduler: clock.time,
      notifications: NotificationCenter())
  }

  /// The machine's: its clock, time zone and locale, the main queue, random ids. Weeks begin on Sunday.
  public static var live: AppEnvironment {
    AppEnvironment(
      now: { Date() }, calendar: gregorian(.current, .current), locale: .current, id: { UUID() }, scheduler: .main,
      notifications: .default)
  }

  private static func gregorian(_ zone: TimeZone, _ locale: Locale) -> Calendar {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = zone
    calendar.locale = locale
    calendar.firstWeekday = 1
    return calendar
  }
}
