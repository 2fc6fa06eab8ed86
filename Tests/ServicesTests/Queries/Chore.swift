import Foundation
import Services
import SignalsTesting

/// A chore, with a value of each kind that queries filter by.
struct Chore: Codable, Hashable, Identifiable, Sendable {
  let id: Int
  var name: String
  var isDone: Bool
  var owner: UUID?
  var due: Date?

  static let schema = StoreSchema<Chore>(indexes: [
    StoreIndex("name", \.name), StoreIndex("is done", \.isDone), StoreIndex("owner", \.owner), StoreIndex("due", \.due),
  ])
  static let names = [
    "a", "b", "bc", "B", "b\u{308}a", "", "ä", "a\u{308}", "\u{0}", "日本", "👩‍👩‍👧", "Z\u{10FFFF}",
    "'; DROP TABLE entities; --",
  ]
  static let some = (0..<120).map { number in
    let day = Date(timeIntervalSinceReferenceDate: Double(number % 6 - 3) * 5)
    return Chore(
      id: number, name: names[number % names.count], isDone: number % 3 == 0,
      owner: number % 4 == 0 ? nil : owner(number % 4), due: number % 6 == 0 ? nil : day)
  }

  private static func owner(_ number: Int) -> UUID {
    UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, UInt8(number)))
  }
}

extension Query<Chore> {
  /// A random query with random filters.
  static func random(using numbers: inout SeededNumbers) -> Self {
    func number() -> Int { Int.random(in: -1...3, using: &numbers) }
    func date() -> Date { Date(timeIntervalSinceReferenceDate: Double(number() * 5)) }
    func owner() -> UUID? { Chore.some.randomElement(using: &numbers)?.owner }
    func name() -> String { (Chore.names + ["b\u{308}", "c"]).randomElement(using: &numbers) ?? "" }
    func order() -> Direction { Bool.random(using: &numbers) ? .ascending : .descending }
    var query = Query()
    for _ in 0..<Int.random(in: 0...3, using: &numbers) {
      switch Int.random(in: 0..<15, using: &numbers) {
      case 0: query = query.filter(\.isDone, equals: Bool.random(using: &numbers))
      case 1: query = query.filter(\.owner, equals: owner())
      case 2: query = query.filter(\.owner, in: (0..<max(number(), 0)).map { _ in owner() })
      case 3: query = query.filter(\.name, in: [name(), name(), name()])
      case 4: query = query.filter(\.name, hasPrefix: name())
      case 5: query = query.filter(\.due, in: date()...)
      case 6: query = query.filter(\.due, in: ...date())
      case 7: query = query.filter(\.due, in: ..<date())
      case 8: query = query.filter(\.due, in: date()..<date() + 90)
      case 9: query = query.filter(\.id, in: 7...21)
      case 10: query = query.filter(\.name, equals: name())
      case 11: query = query.between(\.name, name(), name())
      case 12: query = query.between(\.id, 20, Int.random(in: 0..<120, using: &numbers))
      case 13: query = query.filter(\.name, contains: name())
      default: query = query.filter(\.due, equals: number() == 0 ? nil : date())
      }
    }
    for _ in 0..<Int.random(in: 0...2, using: &numbers) {
      switch Int.random(in: 0..<4, using: &numbers) {
      case 0: query = query.ordered(by: \.due, order())
      case 1: query = query.ordered(by: \.isDone, order())
      case 2: query = query.ordered(by: \.name, order())
      default: query = query.ordered(by: \.id, order())
      }
    }
    guard Bool.random(using: &numbers) else { return query }
    return query.limited(to: Int.random(in: 0...20, using: &numbers), offset: max(number(), 0))
  }
}
