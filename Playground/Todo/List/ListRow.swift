import Foundation
import VIPER

/// A line of the list as it is shown: texts and an image's name, nothing to compute with.
package struct ListRow: Hashable, Sendable, Identifiable {
  package let id: UUID
  package let section: String, image: String, title: String
  /// The weekday; empty for today.
  package let dueDay: String

  /// The names of the images, in the order of the relations.
  private static let images = ["paper", "check", "alarm", "circle", "calendar"]

  /// The rows of `items`: in sections, in each by day and then by title.
  package static func rows(_ items: [UpcomingItem], texts: TodoTexts, _ environment: AppEnvironment) -> [ListRow] {
    let calendar = environment.calendar
    let weekday = Date.FormatStyle(locale: environment.locale, calendar: calendar, timeZone: calendar.timeZone)
      .weekday(.wide)
    return items.sorted { left, right in
      (left.relation.rawValue, left.day, left.title) < (right.relation.rawValue, right.day, right.title)
    }.map { item in
      ListRow(
        id: item.id, section: texts.sections[item.relation.rawValue], image: images[item.relation.rawValue],
        title: item.title, dueDay: item.relation == .today ? "" : item.due.formatted(weekday))
    }
  }
}
