import Language
import Foundation
import Testing
import Todo

@Suite struct DayFormatTests {
  private let days = DayFormat(.utc, .english)

  @Test(
    "a day is parsed as its start and printed as typed",
    arguments: ["2014-05-22", "2016-02-29", "0999-12-31"])
  func days(_ text: String) throws {
    let date = try days.parse(text)
    #expect(date == Calendar.utc.day(text))
    #expect(days.print(date) == text)
    #expect(days.print(date.addingTimeInterval(86_399)) == text)
  }

  @Test(
    "any other text is rejected with an example",
    arguments: [
      "", "soon", "2014", "2014-5-22", "14-05-22", "2014-05-22 ", "2014-05-22T00:00", "2014/05/22", "2014-13-01",
      "2014-02-30", "2015-02-29", "2014-00-10", "2014-01-00", "-014-01-01", "+014-01-01", "2014-05-22-", "٢٠١٤-٠٥-٢٢",
    ])
  func refusals(_ text: String) {
    let message = "'\(text)' is not a day; type one as year-month-day, such as 2014-05-22"
    let refusal = #expect(throws: DayFormat.NotADay.self) { try days.parse(text) }
    #expect(refusal?.description == message)
  }

  @Test("a day is in the calendar's time zone")
  func timeZone() throws {
    let calendar = Calendar.gregorian("Pacific/Auckland"), days = DayFormat(calendar, .english)
    #expect(try days.print(days.parse("2014-05-22")) == "2014-05-22")
    #expect(days.print(calendar.day("2014-05-22 00:30")) == "2014-05-22")
  }

  @Test("a day without midnight is parsed as its start")
  func noMidnight() throws {
    let calendar = Calendar.gregorian("America/Sao_Paulo"),
      date = try DayFormat(calendar, .english).parse("2018-11-04")
    #expect(date == calendar.startOfDay(for: date))
  }
}
