import Foundation
import Language
import Testing
import Todo

@Suite struct DayFormatTests {
  @Test(
    "a day is parsed as its start in the calendar's time zone, and printed as typed, at each time of day",
    arguments: ["UTC", "Pacific/Auckland", "America/Sao_Paulo"])
  func days(_ zone: String) {
    let calendar = Calendar.gregorian(zone), days = DayFormat(calendar, .english)
    // The last one has no midnight in São Paulo.
    let typed = ["2014-05-22", "2016-02-29", "0999-12-31", "2018-11-04"]
    let dates = typed.compactMap { try? days.parse($0) }
    #expect(dates == typed.map { calendar.startOfDay(for: calendar.day("\($0) 12:00")) })
    #expect(dates.map(days.print) == typed)
    #expect(dates.map { days.print($0 + 82_799) } == typed)
  }

  @Test("any other text is rejected with an example") func refusals() {
    let texts = [
      "", "soon", "2014", "2014-5-22", "14-05-22", "2014-05-22 ", "2014-05-22T00:00", "2014/05/22", "2014-13-01",
      "2014-02-30", "2015-02-29", "2014-00-10", "2014-01-00", "-014-01-01", "+014-01-01", "2014-05-22-", "٢٠١٤-٠٥-٢٢",
    ]
    let refusals = texts.map { text in
      do throws(DayFormat.NotADay) { return "\(try DayFormat(.utc, .english).parse(text))" } catch {
        return error.description
      }
    }
    #expect(refusals == texts.map { "'\($0)' is not a day; type one as year-month-day, such as 2014-05-22" })
  }
}
