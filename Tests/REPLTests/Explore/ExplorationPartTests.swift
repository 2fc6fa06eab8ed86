import Testing

@testable import REPL
@testable import REPLTools

@Suite struct ExplorationPartTests {
  private static let plans: [([ExplorationPlan.Counts], ExplorationSettings, parts: String)] = [
    (
      [.init(trials: [.orders: 12, .faults: 3]), .init()], ExplorationSettings(),
      "orders 0 0..<8, faults 0 0..<3, walk 0 0..<8, orders 0 8..<12, walk 1 0..<8, walk 0 8..<16, walk 1 8..<16, "
        + "walk 0 16..<24"
    ),
    (
      [.init(trials: [.orders: 1, .faults: 17])], ExplorationSettings(kinds: [.orders, .faults]),
      "orders 0 0..<1, faults 0 0..<8, faults 0 8..<16, faults 0 16..<17"
    ),
    (
      [
        .init(trials: [.orders: 12, .faults: 3], fresh: [.orders: 9]),
        .init(trials: [.faults: 2], fresh: [.faults: 1]),
      ], ExplorationSettings(kinds: [.orders, .faults]),
      "orders 0 0..<8, faults 1 0..<1, orders 0 8..<9, faults 0 0..<3, orders 0 9..<12, faults 1 1..<2"
    ),
    ([.init()], ExplorationSettings(runs: 20), "walk 0 0..<8, walk 0 8..<16, walk 0 16..<20"),
    ([], ExplorationSettings(), ""),
  ]

  @Test(
    "kinds and flows take turns, fresh variations first; walks go on without an end, unless a number is asked for",
    arguments: plans)
  func turns(_ counts: [ExplorationPlan.Counts], _ settings: ExplorationSettings, _ parts: String) {
    var plan = ExplorationPlan(counts, settings), found: [String] = []
    while found.count < 8, let part = plan.next() { found.append("\(part.kind) \(part.flow) \(part.numbers)") }
    #expect(found.joined(separator: ", ") == parts)
  }

  @Test("shards explore different parts, and together all parts", arguments: [1, 2, 3, 20])
  func shards(_ count: Int) {
    func parts(_ shard: String) -> [String] {
      let counts = [ExplorationPlan.Counts(trials: [.orders: 12, .faults: 3]), .init()]
      var plan = ExplorationPlan(counts, ExplorationSettings(runs: 400), Shard(shard)), found: [String] = []
      while let part = plan.next() { found.append("\(part.kind) \(part.flow) \(part.numbers)") }
      return found
    }
    let all = parts(""), shares = (1...count).map { parts("\($0)/\(count)") }
    #expect(shares.flatMap(\.self).sorted() == all.sorted())
    #expect(!shares.contains { $0.isEmpty })
  }

  @Test("the numbers of a seed are always the same, and differ from those of another seed or variation") func random() {
    func numbers(_ seed: UInt64, _ number: UInt64) -> [Int] {
      var random = RandomNumbers(seed: seed, number: number)
      return (0..<5).map { _ in random.below(.max) }
    }
    #expect(numbers(1, 2) == numbers(1, 2))
    #expect(Set([numbers(1, 2), numbers(1, 3), numbers(2, 2)]).count == 3)
  }
}
