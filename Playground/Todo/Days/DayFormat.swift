import Foundation
import VIPER

/// The text form of a day: `2014-05-22`.
package struct DayFormat: Sendable {
  private let present: @Sendable () -> Calendar
  private let texts: TodoTexts

  package init(_ calendar: Calendar, _ texts: TodoTexts) { (present, self.texts) = ({ calendar }, texts) }

  /// Days where the user is, who may travel.
  package init(_ environment: AppEnvironment, _ texts: TodoTexts) {
    (present, self.texts) = ({ environment.calendar }, texts)
  }

  private var calendar: Calendar { present() }

  /// A text is not a day; the description is in the user's language.
  package struct NotADay: Error, CustomStringConvertible { package let description: String }

  package func print(_ date: Date) -> String {
    let day = calendar.dateComponents([.year, .month, .day], from: date)
    return String(format: "%04d-%02d-%02d", day.year ?? 0, day.month ?? 0, day.day ?? 0)
  }

  /// The start of that day. Throws if the text has another form, or if the calendar has no such day.
  package func parse(_ text: String) throws(NotADay) -> Date {
    let parts = text.split(separator: "-").compactMap { Int($0) }
    guard text.count == 10, parts.count == 3,
      let date = calendar.date(from: DateComponents(year: parts[0], month: parts[1], day: parts[2])),
      print(date) == text
    else { throw NotADay(description: texts.notADay(text)) }
    return calendar.startOfDay(for: date)
  }
}
