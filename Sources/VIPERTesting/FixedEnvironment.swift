public import Foundation
public import Signals
public import VIPER

extension AppEnvironment {
  /// An environment that is the same in every run: a date that moves with virtual time, a Gregorian calendar whose weeks begin
  /// on Sunday, counted ids, a notification center of its own.
  ///
  /// - Parameters:
  ///   - start: the date at the scheduler's time zero; 2001-01-01T00:00Z by default.
  ///   - time: the scheduler.
  ///   - locale: the language and formats.
  ///   - timeZone: the time zone of the calendar.
  public static func fixed(
    at start: Date = Date(timeIntervalSinceReferenceDate: 0), on time: VirtualTimeScheduler,
    locale: Locale = Locale(identifier: "en_US"), timeZone: TimeZone = .gmt
  ) -> AppEnvironment {
    .fixed(by: VirtualDate(time, from: start), locale: locale, timeZone: timeZone)
  }
}
