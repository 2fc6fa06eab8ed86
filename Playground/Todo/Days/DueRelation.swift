/// How a due date is related to today. The order is the one the list shows.
package enum DueRelation: Int, CaseIterable, Sendable { case outOfRange, today, tomorrow, laterThisWeek, nextWeek }
