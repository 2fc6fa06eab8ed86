import Services
import Signals

/// An item that counts its encodings and decodings.
struct CountedItem: Codable, Identifiable, Sendable {
  /// The counts of all items since this was last set.
  static let work = MutableProperty(Work())

  let id: Int
  var name: String
  var due: CountedDay

  private enum CodingKeys: CodingKey { case id, name, due }

  init(id: Int, name: String, due: CountedDay) {
    self.id = id
    self.name = name
    self.due = due
  }

  init(from decoder: any Decoder) throws {
    Self.work.modify { $0.read += 1 }
    let container = try decoder.container(keyedBy: CodingKeys.self)
    id = try container.decode(Int.self, forKey: .id)
    name = try container.decode(String.self, forKey: .name)
    due = CountedDay(number: try container.decode(Int.self, forKey: .due))
  }

  func encode(to encoder: any Encoder) throws {
    Self.work.modify { $0.written += 1 }
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(id, forKey: .id)
    try container.encode(name, forKey: .name)
    try container.encode(due.number, forKey: .due)
  }
}

/// A day that counts its comparisons.
struct CountedDay: IndexRepresentable, Comparable {
  let number: Int

  var indexed: IndexedValue { number.indexed }

  static func == (left: Self, right: Self) -> Bool {
    CountedItem.work.modify { $0.compared += 1 }
    return left.number == right.number
  }
  static func < (left: Self, right: Self) -> Bool {
    CountedItem.work.modify { $0.compared += 1 }
    return left.number < right.number
  }
}

/// The numbers of items read and written, and of comparisons of days.
struct Work: Sendable, CustomStringConvertible {
  var read = 0, written = 0, compared = 0

  var description: String { "\(read) read, \(written) written, \(compared) comparisons" }
}
