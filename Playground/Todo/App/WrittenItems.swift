import Foundation

/// Items as a flow writes them down: `[{"name": "Milk", "due": "2014-05-22"}, {"name": "Call #", "due": "2015-01-01",
/// "times": 9999}]`. The `#` of an item that is there several times is its number, from 1.
struct WrittenItems {
  let items: [TodoItem]

  private struct Written: Decodable {
    let id: UUID?
    let name: String
    /// A day, or an instant: `2014-05-22T18:00:00Z`.
    let due: String
    let times: Int?
  }

  init(_ json: Data, calendar: Calendar) throws {
    let days = DayFormat(calendar, texts: .english)
    var items: [TodoItem] = []
    for written in try JSONDecoder().decode([Written].self, from: json) {
      let due = try (try? Date.ISO8601FormatStyle().parse(written.due)) ?? days.parse(written.due)
      let times = written.times ?? 1
      for number in stride(from: 1, through: times, by: 1) {
        let name = times == 1 ? written.name : written.name.replacingOccurrences(of: "#", with: "\(number)")
        let id = times == 1 ? written.id : nil
        items.append(TodoItem(id: id ?? Self.id(items.count), name: name, due: due))
      }
    }
    self.items = items
  }

  /// The same in every run, and unlike those of a session.
  private static func id(_ number: Int) -> UUID {
    let bytes = withUnsafeBytes(of: UInt64(number).bigEndian) { Array($0) }
    return UUID(
      uuid: (
        0x57, 0x0B, 0, 0, 0, 0, 0, 0, bytes[0], bytes[1], bytes[2], bytes[3], bytes[4], bytes[5], bytes[6], bytes[7]
      ))
  }
}
