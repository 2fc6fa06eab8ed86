import Foundation

/// The relation of a due date to today, in the order of the list.
package enum DueRelation: Int, CaseIterable, Sendable { case outOfRange, today, tomorrow, laterThisWeek, nextWeek }

/// The week of a day, from Sunday to Saturday, and the following week. A week may span New Year.
package struct Week: Sendable {
  package let today: Date
  /// The last day of this week and of the following one, at the time of day of `today`.
  package let end: Date, endOfNext: Date
  private let calendar: Calendar

  package init(of today: Date, in calendar: Calendar) {
    (self.today, self.calendar) = (today, calendar)
    end = calendar.day(today, plus: 7 - calendar.component(.weekday, from: today))
    endOfNext = calendar.day(end, plus: 7)
  }

  /// The first relation that applies.
  package func relation(of date: Date) -> DueRelation {
    let day = calendar.startOfDay(for: date), first = calendar.startOfDay(for: today)
    let isThisWeek = day <= calendar.startOfDay(for: end)
    if day < first { return .outOfRange }
    if day == first { return .today }
    if day == calendar.startOfDay(for: calendar.day(today, plus: 1)) { return isThisWeek ? .tomorrow : .nextWeek }
    if isThisWeek { return .laterThisWeek }
    return day <= calendar.startOfDay(for: endOfNext) ? .nextWeek : .outOfRange
  }
}

extension Calendar {
  /// The date `days` days later, at the same time of day.
  func day(_ date: Date, plus days: Int) -> Date {
    // The Gregorian calendar always has such a date. The fallback is days of 24 hours.
    self.date(byAdding: .day, value: days, to: date) ?? date.addingTimeInterval(Double(days) * 86_400)
  }
}
