import Foundation
import REPL
import VIPER

/// Days as texts, such as `2014-05-21`, in Greenwich mean time.
enum Day {
  static let calendar = Calendar.gregorian(.gmt, Locale(identifier: "en_US"))

  static func date(_ text: String) -> Date? { DateText.parse(text, calendar) }
  /// The day of a date with or without a time.
  static func of(_ date: String) -> String { String(date.prefix { $0 != "T" }) }
  static func of(_ date: Date) -> String { of(DateText.print(date, calendar)) }
  /// The same text if it is not a day.
  static func moved(_ day: String, by count: Int) -> String {
    date(day).map { of($0 + Double(count) * 86_400) } ?? day
  }
  static func count(from day: String, to other: String) -> Int {
    guard let day = date(day), let other = date(other) else { return 0 }
    return Int(other.timeIntervalSince(day) / 86_400)
  }
  /// The line that sets the clock to noon, some days after a date.
  static func noon(_ date: String, plus count: Int) -> String { ":now \(moved(of(date), by: count))T12:00" }
}
