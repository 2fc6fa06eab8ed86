package import Foundation
import VIPER

/// Dates as flows write them: `2014-05-21`, `2014-05-21T12:00`, `2014-05-21T12:00:30`, in the Gregorian calendar, whatever the
/// user's calendar is, and in the session's time zone.
package enum DateText {
  private static func gregorian(_ calendar: Calendar) -> Calendar {
    .gregorian(calendar.timeZone, Locale(identifier: "en_US"))
  }

  package static func parse(_ text: String, _ calendar: Calendar) -> Date? {
    // A regular expression would be compiled each time.
    let form = "0000-00-00T00:00:00".utf8, digits = UInt8(ascii: "0")...UInt8(ascii: "9"), count = text.utf8.count
    guard [10, 16, 19].contains(count),
      zip(text.utf8, form).allSatisfy({ digits.contains($1) ? digits.contains($0) : $0 == $1 })
    else { return nil }
    let fields = text.split { "-T:".contains($0) }.compactMap { Int($0) } + [0, 0, 0]
    guard fields[3] < 24, fields[4] < 60, fields[5] < 60 else { return nil }
    let parts = DateComponents(
      year: fields[0], month: fields[1], day: fields[2], hour: fields[3], minute: fields[4], second: fields[5])
    let calendar = gregorian(calendar)
    guard let date = calendar.date(from: parts) else { return nil }
    // A time of day that is left out means the first moment of the day; a given one may not exist on a day on which clocks change.
    let units: [Calendar.Component] = [.year, .month, .day] + (count > 10 ? [.hour, .minute, .second] : [])
    return units.allSatisfy { calendar.component($0, from: date) == parts.value(for: $0) } ? date : nil
  }

  /// The time zone of a calendar, for `:zone`; nil if it is Greenwich mean time, in which a flow starts.
  package static func zone(_ calendar: Calendar, at date: Date) -> String? {
    let zone = calendar.timeZone
    let isGreenwich = zone.secondsFromGMT(for: date) == 0 && zone.nextDaylightSavingTimeTransition(after: date) == nil
    return isGreenwich ? nil : zone.identifier
  }

  package static func print(_ date: Date, _ calendar: Calendar) -> String {
    let parts = gregorian(calendar).dateComponents([.year, .month, .day, .hour, .minute, .second], from: date)
    return String(
      format: "%04d-%02d-%02dT%02d:%02d:%02d", parts.year ?? 0, parts.month ?? 0, parts.day ?? 0, parts.hour ?? 0,
      parts.minute ?? 0, parts.second ?? 0)
  }
}
