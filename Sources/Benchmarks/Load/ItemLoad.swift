import Foundation
import SQLiteStores
import Services
import Signals

/// A database of many items.
struct ItemLoad {
  private struct Item: Codable, Identifiable, Sendable {
    let id: Int
    let name: String
    let due: Date
  }
  private let folder = FileManager.default.temporaryDirectory.appendingPathComponent("load-\(UUID().uuidString)")
  private let store: SQLiteStore<Item>

  init() {
    let schema = StoreSchema<Item>(indexes: [StoreIndex("due", \.due)])
    store = SQLiteStore(at: folder.appendingPathComponent("items.sqlite"), schema: schema)
  }

  func end() { try? FileManager.default.removeItem(at: folder) }

  /// Saves items, ten thousand in a transaction.
  func save(_ count: Int) throws {
    for start in stride(from: 0, to: count, by: 10_000) {
      let items = (start..<min(start + 10_000, count)).map { Item(id: $0, name: "Item \($0)", due: Self.date($0)) }
      try store.commit(items.map { .save($0) }).answer()
    }
  }

  func findHundred() throws {
    let query = Query<Item>().between(\.due, Self.date(5_000), Self.date(5_099)).ordered(by: \.due)
    let found = try store.entities(query).answer()
    if found.count != 100 { throw LoadFailure("\(found.count) items were found, not 100") }
  }

  private static func date(_ number: Int) -> Date { Date(timeIntervalSinceReferenceDate: Double(number) * 3600) }
}
