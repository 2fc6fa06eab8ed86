import Foundation

/// Items as a flow writes them down: `[{"name": "Milk", "due": "2014-05-22"}, {"name": "Call #", "due": "2015-01-01",
/// "times": 9999}]`. The `#` of an item that is there several times is its number, from 1.
package struct WrittenItems {
  package let items: [TodoItem]

  private struct Written: Codable {
    let id: UUID?
    let name: String
    /// A day, or an instant: `2014-05-22T18:00:00Z`.
    let due: String
    let times: Int?
    /// When it was completed; an instant.
    let completed: String?
  }

  package init(_ json: Data, calendar: Calendar) throws {
    let days = DayFormat(calendar, texts: .english), instants = Self.instants
    var items: [TodoItem] = []
    for written in try JSONDecoder().decode([Written].self, from: json) {
      let due = try (try? instants.parse(written.due)) ?? days.parse(written.due)
      let times = written.times ?? 1
      for number in stride(from: 1, through: times, by: 1) {
        let name = times == 1 ? written.name : written.name.replacingOccurrences(of: "#", with: "\(number)")
        let id = times == 1 ? written.id : nil
        let completed = try written.completed.map { try instants.parse($0) }
        items.append(TodoItem(id: id ?? Self.id(items.count), name: name, due: due, completed: completed))
      }
    }
    self.items = items
  }

  /// Items, written down as they are read: days, which are the same wherever they are read.
  static func json(_ items: [TodoItem], calendar: Calendar) throws -> String {
    let days = DayFormat(calendar, texts: .english)
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let written = items.map { item in
      Written(
        id: item.id, name: item.name, due: days.print(item.due), times: nil,
        completed: item.completed.map(instants.format))
    }
    return String(decoding: try encoder.encode(written), as: UTF8.self)
  }

  private static var instants: Date.ISO8601FormatStyle { Date.ISO8601FormatStyle() }

  /// The same in every run, and unlike those of a session.
  private static func id(_ number: Int) -> UUID {
    let bytes = withUnsafeBytes(of: UInt64(number).bigEndian) { Array($0) }
    return UUID(
      uuid: (
        0x57, 0x0B, 0, 0, 0, 0, 0, 0, bytes[0], bytes[1], bytes[2], bytes[3], bytes[4], bytes[5], bytes[6], bytes[7]
      ))
  }
}
