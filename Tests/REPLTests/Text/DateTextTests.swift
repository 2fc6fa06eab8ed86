import Foundation
import Testing

@testable import REPL

@Suite struct DateTextTests {
  private static let calendar: Calendar = {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    return calendar
  }()

  @Test(
    "a day, a minute or a second is a date",
    arguments: [
      ("2001-01-01", 0.0), ("2001-01-01T00:00", 0), ("2001-01-01T12:30", 45_000), ("2001-01-02T00:00:05", 86_405),
      ("2004-02-29", 99_705_600),
    ])
  func parsed(_ text: String, _ seconds: Double) {
    #expect(DateText.parse(text, Self.calendar) == Date(timeIntervalSinceReferenceDate: seconds))
  }

  @Test(
    "any other text is not a date, nor are days that the calendar does not have",
    arguments: [
      "", "today", "2014", "2014-05", "2014-5-21", "14-05-21", "2014-02-29", "2014-02-30", "2014-13-01", "2014-00-10",
      "2014-05-00", "2014-05-21T", "2014-05-21T24:00", "2014-05-21T12", "2014-05-21T12:60", "2014-05-21T12:00:60",
      "2014-05-21T1:00", "2014-05-21 12:00", "2014-05-21T12:00Z", "٢٠١٤-٠٥-٢١", "-014-05-21", "2014-05-21-01",
    ])
  func refused(_ text: String) { #expect(DateText.parse(text, Self.calendar) == nil) }

  @Test("the time is in the calendar's time zone") func zone() throws {
    var tokyo = Self.calendar
    tokyo.timeZone = try #require(TimeZone(secondsFromGMT: 9 * 3600))
    #expect(DateText.parse("2001-01-01T09:00", tokyo) == Date(timeIntervalSinceReferenceDate: 0))
  }

  @Test("a printed date parses as the same date", arguments: [0.0, 45_000, 86_405, 99_705_600, -1])
  func printed(_ seconds: Double) {
    let date = Date(timeIntervalSinceReferenceDate: seconds)
    #expect(DateText.parse(DateText.print(date, Self.calendar), Self.calendar) == date)
  }
}
