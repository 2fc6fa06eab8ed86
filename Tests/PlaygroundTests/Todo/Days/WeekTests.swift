import Foundation
import Language
import Testing
import Todo

@Suite struct WeekTests {
  /// For each today, the relations of the sixteen days from yesterday on: out of range, today, tomorrow, later this week, next week.
  private static let weeks: KeyValuePairs<String, String> = [
    "2014-05-18 Sunday": "-Tmlllllnnnnnnn-", "2014-05-21 Wednesday": "-Tmllnnnnnnn----",
    "2014-05-23 Friday, with no day between tomorrow and the week's end": "-Tmnnnnnnn------",
    "2014-05-24 Saturday": "-Tnnnnnnn-------",
    // New Year in the middle of a week: one week, from 2014-12-28 to 2015-01-03.
    "2014-12-24": "-Tmllnnnnnnn----", "2014-12-27": "-Tnnnnnnn-------", "2014-12-30": "-Tmlllnnnnnnn---",
    "2014-12-31": "-Tmllnnnnnnn----", "2015-01-01": "-Tmlnnnnnnn-----",
    "2016-12-31 Saturday": "-Tnnnnnnn-------", "2016-02-28 before a leap day": "-Tmlllllnnnnnnn-",
    // The clocks change on the next day, which has no midnight in São Paulo in 2018.
    "2014-03-29": "-Tnnnnnnn-------", "2014-10-25": "-Tnnnnnnn-------", "2018-11-03": "-Tnnnnnnn-------",
  ]

  private static let calendars = [
    ("UTC", 1), ("UTC", 2), ("Pacific/Auckland", 1), ("Europe/Berlin", 1), ("America/Sao_Paulo", 1),
  ]

  @Test(
    "the first relation that applies wins, in each time zone, at each time of day and with any first weekday",
    arguments: calendars)
  func relation(_ zone: String, _ firstWeekday: Int) {
    var calendar = Calendar.gregorian(zone)
    calendar.firstWeekday = firstWeekday
    func letters(_ today: Date, at time: String) -> String {
      let week = Week(of: today, in: calendar)
      let relations = (-1...14).compactMap { days in
        calendar.date(byAdding: .day, value: days, to: calendar.startOfDay(for: today)).map { date in
          week.relation(of: calendar.day("\(DayFormat(calendar, .english).print(date)) \(time)"))
        }
      }
      return String(relations.map { Array("-Tmln")[$0.rawValue] })
    }
    for (day, expected) in Self.weeks {
      let date = day.prefix(10), early = letters(calendar.day("\(date) 00:00:00"), at: "23:59:59")
      let late = letters(calendar.day("\(date) 23:59:59"), at: "00:00:00")
      #expect([early, late] == [expected, expected], "\(day)")
    }
  }

  @Test("the same day and the same week of another year are out of range") func otherYears() {
    let days = [
      ("2014-05-21", "2015-05-20"), ("2014-05-21", "2015-05-21"), ("2014-05-21", "2013-05-22"),
      ("2014-01-01", "2014-12-31"), ("2015-01-01", "2015-12-31"), ("2015-01-01", "2014-12-31"),
    ].map { (Calendar.utc.day($0), Calendar.utc.day($1)) }
    #expect(days.allSatisfy { Week(of: $0, in: .utc).relation(of: $1) == .outOfRange })
  }

  @Test("the week ends on Saturday and the next one seven days later, at the same time of day") func ends() {
    let days = ["2014-05-18", "2014-05-21", "2014-05-24", "2014-12-30"].map { Calendar.utc.day($0 + " 13:14:15") }
    let ends = days.map { Week(of: $0, in: .utc) }.map { [$0.end, $0.endOfNext] }
    let may = ["2014-05-24", "2014-05-31"]
    #expect(
      ends == [may, may, may, ["2015-01-03", "2015-01-10"]].map { $0.map { Calendar.utc.day($0 + " 13:14:15") } })
  }
}
