import Foundation

/// A day as people write it for a machine: `2014-05-22`.
package struct DayFormat: Sendable {
  private let calendar: Calendar
  private let texts: TodoTexts

  /// Why a text is not a day, in the user's language.
  package struct NotADay: Error, Hashable, CustomStringConvertible {
    package let description: String
    package init(description: String) { self.description = description }
  }

  /// - Parameter texts: for what is said about a text that is not a day.
  package init(_ calendar: Calendar, texts: TodoTexts) {
    self.calendar = calendar
    self.texts = texts
  }

  package func print(_ date: Date) -> String {
    let day = CalendarDay(date, in: calendar)
    return [(day.year, 4), (day.month, 2), (day.day, 2)].map { number, width in
      let digits = String(number)
      return String(repeating: "0", count: max(width - digits.count, 0)) + digits
    }.joined(separator: "-")
  }

  /// The beginning of that day; fails if the text is anything else, or the calendar has no such day.
  package func parse(_ text: String) throws(NotADay) -> Date {
    guard let day = day(text) else { throw NotADay(description: texts.notADay(text)) }
    return day
  }

  private func day(_ text: String) -> Date? {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.map(\.count) == [4, 2, 2], text.utf8.allSatisfy({ $0 == 0x2D || (0x30...0x39).contains($0) }) else {
      return nil
    }
    let numbers = parts.compactMap { Int($0) }
    let components = DateComponents(year: numbers[0], month: numbers[1], day: numbers[2])
    guard let date = calendar.date(from: components), print(date) == text else { return nil }
    return calendar.startOfDay(for: date)
  }
}
