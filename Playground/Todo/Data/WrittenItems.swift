import Foundation
import Language

/// Items in the JSON of flows: `[{"name": "Milk", "due": "2014-05-22"}, {"name": "Call #", "due": "2015-01-01", "times": 9999}]`.
/// For a repeated item, `#` in the name is replaced by its number, from 1.
package enum WrittenItems {
  private struct Written: Codable {
    var id: UUID?
    let name: String
    /// A day, or an instant: `2014-05-22T18:00:00Z`.
    let due: String
    var times: Int?, completed: Date?
  }

  package static func read(_ json: Data, _ calendar: Calendar) throws -> [TodoItem] {
    let days = DayFormat(calendar, .english), decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .iso8601
    return try decoder.decode([Written].self, from: json).reduce(into: []) { items, written in
      let due = try (try? Date.ISO8601FormatStyle().parse(written.due)) ?? days.parse(written.due)
      for number in stride(from: 1, through: written.times ?? 1, by: 1) {
        let name = written.times == nil ? written.name : written.name.replacing("#", with: "\(number)")
        items.append(TodoItem(id: written.id ?? id(items.count), name: name, due: due, completed: written.completed))
      }
    }
  }

  /// Writes items with days instead of instants, which are the same in every time zone.
  package static func write(_ items: [TodoItem], _ calendar: Calendar) throws -> String {
    let days = DayFormat(calendar, .english), encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    encoder.dateEncodingStrategy = .iso8601
    let written = items.map { Written(id: $0.id, name: $0.name, due: days.print($0.due), completed: $0.completed) }
    return String(decoding: try encoder.encode(written), as: UTF8.self)
  }

  /// An id that is the same in every run and differs from those of a session.
  private static func id(_ number: Int) -> UUID {
    NSUUID(uuidBytes: [0x57, 0x0B, 0, 0, 0, 0, 0, 0] + withUnsafeBytes(of: number.bigEndian) { Array($0) }) as UUID
  }
}
