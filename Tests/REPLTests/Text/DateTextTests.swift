import Foundation
import Testing

@testable import REPL

/// Dates and durations as flows write them.
@Suite struct DateTextTests {
  private static let datesRows: [(String, Int, Double)] = [
    ("2001-01-01", 0, 0), ("2001-01-01T09:00", 9, 0), ("2001-01-01T12:30", 0, 45_000),
    ("2001-01-02T00:00:05", 0, 86_405), ("2004-02-29", 0, 99_705_600), ("2000-12-31T23:59:59", 0, -1),
  ]

  @Test(
    "a day, a minute or a second is a date in the calendar's time zone, and a printed date parses as the same date",
    arguments: datesRows)
  func dates(_ text: String, _ zone: Int, _ seconds: Double) throws {
    // The user's calendar may be another one.
    var calendar = Calendar(identifier: .buddhist)
    calendar.timeZone = try #require(TimeZone(secondsFromGMT: zone * 3600))
    let date = Date(timeIntervalSinceReferenceDate: seconds), printed = DateText.print(date, calendar)
    #expect([text, printed].map { DateText.parse($0, calendar) } == [date, date])
  }

  @Test("any other text is not a date, nor are days that the calendar does not have") func refused() {
    let texts = [
      "", "today", "2014", "2014-05", "2014-5-21", "14-05-21", "2014-02-29", "2014-02-30", "2014-13-01", "2014-00-10",
      "2014-05-00", "2014-05-21T24:00", "2014-05-21T12", "2014-05-21T12:60", "2014-05-21T12:00:60",
      "2014-05-21T1:00", "2014-05-21 12:00", "2014-05-21T12:00Z", "٢٠١٤-٠٥-٢١", "-014-05-21", "2014-05-21-01",
      "2014-05-21TT12:00", "2014-05-21T12:00:00:00", "2014-05-21T", "2014-05-2１",
    ]
    #expect(texts.filter { DateText.parse($0, Calendar(identifier: .gregorian)) != nil } == [])
  }

  @Test(
    "digits and a unit are a duration, written in the largest unit that fits; any other text is refused with the reason",
    arguments: [
      "0s": "0s", "300ms": "300ms", "1500ms": "1500ms", "1000ms": "1s", "007s": "7s", "90s": "90s", "120s": "2m",
      "5m": "5m", "60m": "1h", "47h": "47h", "48h": "2d", "365000d": "365000d", "365001d": "too long",
      "9223372036854775807d": "too long", "99999999999999999999s": "too long", "": "other", "s": "other", "ms": "other",
      "5": "other", "-1s": "other", "+1s": "other", "1.5s": "other", "1 s": "other", " 1s": "other", "1s ": "other",
      "1S": "other", "1w": "other", "1m30s": "other", "٣s": "other", "1ms2s": "other", "soon": "other",
    ])
  func durations(_ text: String, _ meaning: String) {
    let reasons = [
      "too long": "'\(text)' is too long; 365000d is the longest there is",
      "other": "'\(text)' is not a duration such as 300ms, 2s, 5m, 1h or 3d",
    ]
    let shown = DurationText.parse(text).map { DurationText.print($0) } ?? DurationText.problem(text)
    #expect(shown == reasons[meaning] ?? meaning)
  }
}
