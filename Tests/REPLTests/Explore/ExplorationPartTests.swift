import Testing

@testable import REPL

@Suite struct ExplorationPartTests {
  private func parts(_ counts: [ExplorationPlan.Counts], _ settings: ExplorationSettings) -> [ExplorationPart] {
    var plan = ExplorationPlan(counts, settings), parts: [ExplorationPart] = []
    while parts.count < 100, let part = plan.next() { parts.append(part) }
    return parts
  }

  @Test("flows and kinds of ways take turns; walks continue after all other ways are tried") func turns() {
    let counts = [ExplorationPlan.Counts(orders: 12, faults: 3), ExplorationPlan.Counts(orders: 0, faults: 0)]
    let all = parts(counts, ExplorationSettings())
    #expect(
      Array(all.prefix(7)) == [
        ExplorationPart(kind: .orders, flow: 0, numbers: 0..<8),
        ExplorationPart(kind: .faults, flow: 0, numbers: 0..<3),
        ExplorationPart(kind: .walk, flow: 0, numbers: 0..<8), ExplorationPart(kind: .walk, flow: 1, numbers: 0..<8),
        ExplorationPart(kind: .orders, flow: 0, numbers: 8..<12),
        ExplorationPart(kind: .walk, flow: 0, numbers: 8..<16),
        ExplorationPart(kind: .walk, flow: 1, numbers: 8..<16),
      ])
    #expect(all.count == 100)
  }

  @Test("orders and faults come to an end; without flows there is nothing to do") func end() {
    let counts = [ExplorationPlan.Counts(orders: 1, faults: 17)]
    #expect(
      parts(counts, ExplorationSettings(kinds: [.orders, .faults])).map(\.numbers) == [0..<1, 0..<8, 8..<16, 16..<17])
    #expect(parts([], ExplorationSettings()) == [])
  }

  @Test("an exploration tries as many ways as are asked for") func runs() {
    let counts = [ExplorationPlan.Counts()]
    #expect(parts(counts, ExplorationSettings(runs: 20)).map(\.numbers) == [0..<8, 8..<16, 16..<20])
  }

  @Test("the numbers of a seed are always the same, and differ from those of another seed") func random() {
    var first = RandomNumbers(seed: 1, number: 2), again = RandomNumbers(seed: 1, number: 2)
    var other = RandomNumbers(seed: 1, number: 3)
    let numbers = (0..<5).map { _ in first.next() }
    #expect(numbers == (0..<5).map { _ in again.next() })
    #expect(numbers != (0..<5).map { _ in other.next() })
    #expect((0..<100).allSatisfy { _ in 0..<3 ~= first.below(3) })
    #expect(first.pick([Int]()) == nil)
  }
}
