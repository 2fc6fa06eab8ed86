import Foundation
import Services

/// The entity of these tests.
struct Note: Codable, Hashable, Sendable, Identifiable {
  let id: Int
  var text: String
  var due: Date

  init(_ id: Int, _ text: String = "", due: TimeInterval = 0) {
    self.id = id
    self.text = text
    self.due = Date(timeIntervalSinceReferenceDate: due)
  }
}

extension StoreSchema<Note> {
  /// A schema with indexes for some of the values that the tests' queries use.
  static var indexed: Self { StoreSchema(indexes: [StoreIndex("due", \.due), StoreIndex("text", \.text)]) }
}
