import Foundation

/// The week of a day, from Sunday to Saturday, and the week after it. A week is a week of one year: the same number
/// in another year is another week, and one that straddles New Year is one.
package struct Week: Sendable {
  package let today: Date
  /// The last day of this week, at the time of day of `today`.
  package let end: Date
  /// The last day of the following week, at the same time of day.
  package let endOfNext: Date
  private let calendar: Calendar

  package init(of today: Date, in calendar: Calendar) {
    self.today = today
    self.calendar = calendar
    end = calendar.day(today, plus: 7 - calendar.component(.weekday, from: today))
    endOfNext = calendar.day(end, plus: 7)
  }

  /// How a day is related to `today`; the first that is true counts.
  package func relation(of date: Date) -> DueRelation {
    let day = calendar.startOfDay(for: date), first = calendar.startOfDay(for: today)
    let last = calendar.startOfDay(for: end), lastOfNext = calendar.startOfDay(for: endOfNext)
    if day < first { return .outOfRange }
    if day == first { return .today }
    if day == calendar.startOfDay(for: calendar.day(today, plus: 1)) { return day <= last ? .tomorrow : .nextWeek }
    if day <= last { return .laterThisWeek }
    if day <= lastOfNext { return .nextWeek }
    return .outOfRange
  }
}

extension Calendar {
  /// The day that many days later, at the same time of day.
  func day(_ date: Date, plus days: Int) -> Date {
    // The Gregorian calendar always has such a day; without one, a day of 24 hours is as close as it gets.
    self.date(byAdding: .day, value: days, to: date) ?? date.addingTimeInterval(Double(days) * 86_400)
  }
}
