import Foundation
import Testing
import Todo

@Suite struct DayFormatTests {
  private let days = DayFormat(.utc)

  @Test(
    "a day is read as its beginning, and printed as it was typed",
    arguments: ["2014-05-22", "2016-02-29", "0999-12-31"])
  func days(_ text: String) throws {
    let date = try #require(days.parse(text))
    #expect(date == Calendar.utc.day(text))
    #expect(days.print(date) == text)
    #expect(days.print(date.addingTimeInterval(86_399)) == text)
  }

  @Test(
    "anything else is refused",
    arguments: [
      "", "soon", "2014", "2014-5-22", "14-05-22", "2014-05-22 ", "2014-05-22T00:00", "2014/05/22", "2014-13-01",
      "2014-02-30", "2015-02-29", "2014-00-10", "2014-01-00", "-014-01-01", "+014-01-01", "2014-05-22-", "٢٠١٤-٠٥-٢٢",
    ])
  func refusals(_ text: String) { #expect(days.parse(text) == nil) }

  @Test("a day is one of the calendar's time zone")
  func timeZone() throws {
    let calendar = Calendar.gregorian("Pacific/Auckland"), days = DayFormat(calendar)
    #expect(try days.print(#require(days.parse("2014-05-22"))) == "2014-05-22")
    #expect(days.print(calendar.day("2014-05-22 00:30")) == "2014-05-22")
  }

  @Test("a day that has no midnight is read as its beginning")
  func noMidnight() throws {
    let calendar = Calendar.gregorian("America/Sao_Paulo"), date = try #require(DayFormat(calendar).parse("2018-11-04"))
    #expect(date == calendar.startOfDay(for: date))
  }
}
