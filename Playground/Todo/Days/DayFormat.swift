import Foundation

/// A day as people write it for a machine: `2014-05-22`.
package struct DayFormat: Sendable {
  private let calendar: Calendar
  private let texts: TodoTexts

  package init(_ calendar: Calendar, _ texts: TodoTexts) { (self.calendar, self.texts) = (calendar, texts) }

  /// Why a text is not a day, in the user's language.
  package struct NotADay: Error, CustomStringConvertible { package let description: String }

  package func print(_ date: Date) -> String {
    let day = calendar.dateComponents([.year, .month, .day], from: date)
    return String(format: "%04d-%02d-%02d", day.year ?? 0, day.month ?? 0, day.day ?? 0)
  }

  /// The beginning of that day; fails if the text is anything else, or the calendar has no such day.
  package func parse(_ text: String) throws(NotADay) -> Date {
    let parts = text.split(separator: "-").compactMap { Int($0) }
    guard text.count == 10, parts.count == 3,
      let date = calendar.date(from: DateComponents(year: parts[0], month: parts[1], day: parts[2])),
      print(date) == text
    else { throw NotADay(description: texts.notADay(text)) }
    return calendar.startOfDay(for: date)
  }
}
