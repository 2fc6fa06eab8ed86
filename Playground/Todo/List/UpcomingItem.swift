import Foundation

/// What the list's interactor says about something to do.
package struct UpcomingItem: Sendable, Identifiable {
  package let id: UUID
  package let relation: DueRelation
  package let due: Date
  package let title: String
  /// The day of `due`: what counts when two of these are compared.
  package let day: CalendarDay

  package init(id: UUID, relation: DueRelation, due: Date, title: String, calendar: Calendar) {
    self.id = id
    self.relation = relation
    self.due = due
    self.title = title
    day = CalendarDay(due, in: calendar)
  }
}

extension UpcomingItem: Hashable {
  /// Equal when they look equal: in relation, year, month and day, and title.
  package static func == (left: Self, right: Self) -> Bool {
    left.relation == right.relation && left.day == right.day && left.title == right.title
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(relation)
    hasher.combine(day)
    hasher.combine(title)
  }
}
