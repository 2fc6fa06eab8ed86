import Language
import VIPER
import Foundation
import Testing
import Todo

@MainActor @Suite struct ListRowTests {
  private func rows(_ items: [(DueRelation, String, String)], _ locale: String = "en_US") -> [ListRow] {
    let here = TestEnvironment("2014-05-21", locale: locale)
    let upcoming = items.map { relation, due, title in
      let day = here.calendar.startOfDay(for: here.calendar.day(due))
      return UpcomingItem(id: .number(0), relation: relation, due: day, title: title)
    }
    return ListPresenter.rows(upcoming, .of(here.environment.locale), here.environment)
  }

  @Test("sections are in order, with their images; the day is a weekday, and empty for today")
  func sections() {
    let rows = rows([
      (.nextWeek, "2014-05-25", "five"), (.laterThisWeek, "2014-05-23", "four"), (.tomorrow, "2014-05-22", "three"),
      (.today, "2014-05-21", "two"), (.outOfRange, "2014-05-20", "one"),
    ])
    let shown = rows.map { "\($0.section) [\($0.image)] \($0.title) — \($0.dueDay)" }
    let expected = [
      "Unknown [paper] one — Tuesday", "Today [check] two — ", "Tomorrow [alarm] three — Thursday",
      "Later This Week [circle] four — Friday", "Next Week [calendar] five — Sunday",
    ]
    #expect(shown == expected)
  }

  @Test("in a section rows are sorted by day, then by title")
  func order() {
    let rows = rows([
      (.nextWeek, "2014-05-26", "b"), (.nextWeek, "2014-05-25 18:00", "z"), (.nextWeek, "2014-05-26", "a"),
      (.nextWeek, "2014-05-25 19:00", "y"),
    ])
    #expect(rows.map(\.title) == ["y", "z", "a", "b"])
  }

  @Test("the weekday is in the language of the locale and in the calendar's time zone")
  func weekdays() {
    #expect(rows([(.tomorrow, "2014-05-22", "a")], "zh-Hans").map(\.dueDay) == ["星期四"])
    #expect(rows([(.tomorrow, "2014-05-22", "a")], "de_DE").map(\.dueDay) == ["Donnerstag"])
    let far = TestEnvironment("2014-05-21", calendar: .gregorian("Pacific/Auckland")), calendar = far.calendar
    let item = UpcomingItem(id: .number(0), relation: .tomorrow, due: calendar.day("2014-05-22"), title: "a")
    let rows = ListPresenter.rows([item], .english, far.environment)
    #expect(rows.map(\.dueDay) == ["Thursday"])
  }

  @Test("without items there are no rows") func empty() { #expect(rows([]) == []) }
}
