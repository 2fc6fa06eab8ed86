import Foundation
import REPL
import Testing

@Suite struct DateTextTests {
  private var calendar: Calendar {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    return calendar
  }

  @Test(
    "a date is a day, and a time if there is one",
    arguments: [
      ("2001-01-01", 0.0), ("2001-01-01T00:01", 60), ("2001-01-02T00:00:05", 86_405),
    ]) func parsed(_ text: String, _ seconds: TimeInterval)
  {
    #expect(DateText.parse(text, calendar) == Date(timeIntervalSinceReferenceDate: seconds))
  }

  @Test(
    "what is no date is none",
    arguments: [
      "", "today", "2014-5-1", "2014-02-30", "2014-13-01", "2014-05-21T", "2014-05-21T24:00", "2014-05-21T12:60",
      "2014-05-21T12", "2014-05-21 12:00",
    ]) func refused(_ text: String)
  { #expect(DateText.parse(text, calendar) == nil) }
}
