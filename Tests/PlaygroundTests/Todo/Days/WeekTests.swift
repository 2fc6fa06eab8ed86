import Foundation
import Testing
import Todo

@Suite struct WeekTests {
  @Test(
    "the first relation that applies wins",
    arguments: [
      // A Wednesday; the week ends on the 24th, the next one on the 31st.
      ("2014-05-21", "2014-05-20", DueRelation.outOfRange),
      ("2014-05-21", "2014-05-21", .today),
      ("2014-05-21", "2014-05-22", .tomorrow),
      ("2014-05-21", "2014-05-23", .laterThisWeek),
      ("2014-05-21", "2014-05-24", .laterThisWeek),
      ("2014-05-21", "2014-05-25", .nextWeek),
      ("2014-05-21", "2014-05-31", .nextWeek),
      ("2014-05-21", "2014-06-01", .outOfRange),
      // The same week number of another year, and almost the same day.
      ("2014-05-21", "2015-05-20", .outOfRange),
      ("2014-05-21", "2015-05-21", .outOfRange),
      ("2014-05-21", "2013-05-22", .outOfRange),
      // A Sunday: the first day of its week.
      ("2014-05-18", "2014-05-17", .outOfRange),
      ("2014-05-18", "2014-05-18", .today),
      ("2014-05-18", "2014-05-19", .tomorrow),
      ("2014-05-18", "2014-05-24", .laterThisWeek),
      ("2014-05-18", "2014-05-25", .nextWeek),
      ("2014-05-18", "2014-05-31", .nextWeek),
      ("2014-05-18", "2014-06-01", .outOfRange),
      // A Friday: no day is left between tomorrow and the week's end.
      ("2014-05-23", "2014-05-24", .tomorrow),
      ("2014-05-23", "2014-05-25", .nextWeek),
      // A Saturday: tomorrow is in the next week.
      ("2014-05-24", "2014-05-24", .today),
      ("2014-05-24", "2014-05-25", .nextWeek),
      ("2014-05-24", "2014-05-31", .nextWeek),
      ("2014-05-24", "2014-06-01", .outOfRange),
      // New Year in the middle of a week: one week, from 2014-12-28 to 2015-01-03.
      ("2014-12-30", "2014-12-31", .tomorrow),
      ("2014-12-30", "2015-01-01", .laterThisWeek),
      ("2014-12-30", "2015-01-03", .laterThisWeek),
      ("2014-12-30", "2015-01-04", .nextWeek),
      ("2014-12-30", "2015-01-10", .nextWeek),
      ("2014-12-30", "2015-01-11", .outOfRange),
      ("2014-12-31", "2015-01-01", .tomorrow),
      ("2015-01-01", "2014-12-31", .outOfRange),
      ("2015-01-01", "2015-01-03", .laterThisWeek),
      // The last week of the year is the one before the week that straddles New Year.
      ("2014-12-27", "2014-12-28", .nextWeek),
      ("2014-12-24", "2015-01-03", .nextWeek),
      ("2014-12-24", "2015-01-04", .outOfRange),
      // The year ends with its week: 2016-12-31 is a Saturday.
      ("2016-12-31", "2017-01-01", .nextWeek),
      ("2016-12-30", "2016-12-31", .tomorrow),
      // The week number is the same, the year is not.
      ("2014-01-01", "2014-12-31", .outOfRange),
      ("2015-01-01", "2015-12-31", .outOfRange),
      // A leap day.
      ("2016-02-28", "2016-02-29", .tomorrow),
      ("2016-02-28", "2016-03-05", .laterThisWeek),
    ])
  func relation(_ today: String, _ due: String, _ relation: DueRelation) {
    let calendar = Calendar.utc
    for time in [" 00:00:00", " 12:00:00", " 23:59:59"] {
      let week = Week(of: calendar.day(today + time), in: calendar)
      for dueTime in [" 00:00:00", " 11:00:00", " 23:59:59"] {
        #expect(week.relation(of: calendar.day(due + dueTime)) == relation)
      }
    }
  }

  @Test(
    "the week ends on Saturday and the next one seven days later, at the same time of day",
    arguments: [
      ("2014-05-18", "2014-05-24", "2014-05-31"), ("2014-05-21", "2014-05-24", "2014-05-31"),
      ("2014-05-24", "2014-05-24", "2014-05-31"), ("2014-12-30", "2015-01-03", "2015-01-10"),
    ])
  func ends(_ today: String, _ end: String, _ endOfNext: String) {
    let calendar = Calendar.utc, week = Week(of: calendar.day(today + " 13:14:15"), in: calendar)
    #expect(week.end == calendar.day(end + " 13:14:15"))
    #expect(week.endOfNext == calendar.day(endOfNext + " 13:14:15"))
  }

  @Test("a calendar whose weeks begin on Monday has the same weeks")
  func firstWeekday() {
    var calendar = Calendar.utc
    calendar.firstWeekday = 2
    let week = Week(of: calendar.day("2014-05-18"), in: calendar)
    #expect(week.relation(of: calendar.day("2014-05-24")) == .laterThisWeek)
    #expect(week.relation(of: calendar.day("2014-05-25")) == .nextWeek)
  }

  @Test("days are those of the calendar's time zone")
  func timeZone() {
    let calendar = Calendar.gregorian("Pacific/Auckland"),
      week = Week(of: calendar.day("2014-05-21 08:00"), in: calendar)
    #expect(week.relation(of: calendar.day("2014-05-21 23:00")) == .today)
    #expect(week.relation(of: calendar.day("2014-05-22 00:00")) == .tomorrow)
    #expect(Week(of: week.today, in: .utc).relation(of: calendar.day("2014-05-21 23:00")) == .tomorrow)
  }

  @Test("daylight saving changes do not affect days", arguments: ["2014-03-30", "2014-10-26", "2018-11-04"])
  func daylightSaving(_ day: String) {
    // In São Paulo the day of the change has no midnight.
    for zone in ["Europe/Berlin", "America/Sao_Paulo"] {
      let calendar = Calendar.gregorian(zone), noon = calendar.day(day + " 12:00")
      let before = noon.addingTimeInterval(-86_400), week = Week(of: before, in: calendar)
      #expect(week.relation(of: before) == .today)
      #expect(week.relation(of: noon) == .nextWeek)
      #expect(Week(of: noon, in: calendar).relation(of: calendar.startOfDay(for: noon)) == .today)
    }
  }
}
