import Testing

@testable import benchmarks

@Suite struct MeasurementTests {
  @Test func aSpreadIsAMedianWithItsQuartiles() {
    let spread = Spread([5, 1, 3, 2, 4])
    #expect((spread.least, spread.low, spread.median, spread.high) == (1, 2, 3, 4))
    #expect([Spread([7]).median, Spread([1, 2]).median] == [7, 1.5])
  }

  // Both run in processes of their own, because allocations of other tests would count, too.
  @Test func allocationsAreCounted() async {
    await #expect(processExitsWith: .success) {
      let row = Row(
        name: "objects", title: "three objects",
        subject: Contender(name: "three") { { count in for _ in 0..<count { _ = Floor.allocate(3) } } },
        floor: Contender(name: "none") { { _ in } }, goal: Goal(ratio: 1, allocations: 3))
      let result = Measuring(rounds: 1, roundNanoseconds: 1000)(row)
      precondition(result.subject.allocations >= 3, "\(result.subject.allocations)")
      precondition(result.floor.allocations < 1, "\(result.floor.allocations)")
    }
  }

  @Test func bytesAreThoseThatStayAllocated() async {
    await #expect(processExitsWith: .success) {
      let result = Measuring(rounds: 1)(SubscriptionRows.propertyBytes)
      let (subject, floor) = (result.subject.amount, result.floor.amount)
      precondition(subject > floor && floor > 16, "\(subject) and \(floor)")
    }
  }

  @Test func theCountOfCallgrindIsRead() {
    #expect(InstructionCounter.collected("==1== \n==1== Collected : 123456\n==1== I refs: 1") == 123_456)
    #expect(InstructionCounter.collected("valgrind: failed") == nil)
    #expect(InstructionCounter(searching: "/no/such/folder") == nil)
  }
}
