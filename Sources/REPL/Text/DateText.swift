import Foundation

/// Dates as flows write them: `2014-05-21`, `2014-05-21T12:00`, `2014-05-21T12:00:30`, in the session's calendar.
enum DateText {
  static func parse(_ text: String, _ calendar: Calendar) -> Date? {
    let halves = text.split(separator: "T", maxSplits: 1, omittingEmptySubsequences: false)
    let day = halves[0].split(separator: "-", omittingEmptySubsequences: false)
    let time = halves.count > 1 ? halves[1].split(separator: ":", omittingEmptySubsequences: false) : []
    guard day.map(\.count) == [4, 2, 2],
      time.isEmpty && halves.count == 1 || time.map(\.count) == [2, 2]
        || time.map(\.count) == [2, 2, 2]
    else { return nil }
    let numbers = (day + time).map { $0.allSatisfy { $0.isASCII && $0.isNumber } ? Int($0) : nil }
    let fields = numbers.compactMap { $0 } + [0, 0, 0]
    guard !numbers.contains(nil), fields[3] < 24, fields[4] < 60, fields[5] < 60 else { return nil }
    let parts = DateComponents(
      year: fields[0], month: fields[1], day: fields[2], hour: fields[3], minute: fields[4], second: fields[5])
    guard let date = calendar.date(from: parts) else { return nil }
    let back = calendar.dateComponents([.year, .month, .day], from: date)
    return (back.year, back.month, back.day) == (fields[0], fields[1], fields[2]) ? date : nil
  }

  /// The text of a date, to the second.
  static func print(_ date: Date, _ calendar: Calendar) -> String {
    let parts = calendar.dateComponents([.year, .month, .day, .hour, .minute, .second], from: date)
    func digits(_ number: Int?, _ count: Int = 2) -> String {
      let text = String(number ?? 0)
      return String(repeating: "0", count: max(0, count - text.count)) + text
    }
    let day = [digits(parts.year, 4), digits(parts.month), digits(parts.day)].joined(separator: "-")
    return day + "T" + [digits(parts.hour), digits(parts.minute), digits(parts.second)].joined(separator: ":")
  }
}
