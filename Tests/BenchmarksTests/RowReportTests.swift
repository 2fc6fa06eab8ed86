import Testing

@testable import benchmarks

@Suite struct RowReportTests {
  private let row = row()

  private static func row(_ measure: Row.Measure = .time) -> Row {
    Row(
      name: "pipe", title: "a pipe", measure: measure, subject: Contender(name: "Signals") { { _ in } },
      floor: Contender(name: "closures") { { _ in } }, others: [Contender(name: "AsyncStream") { { _ in } }],
      goal: Goal(ratio: 1.5, allocations: 0, instructions: 100))
  }

  private func result(_ ratios: [Double], allocations: Double = 0, instructions: Double? = nil) -> RowResult {
    RowResult(
      name: "pipe", subject: Measurement(amount: 15, allocations: allocations),
      floor: Measurement(amount: 10, allocations: 0),
      others: ["AsyncStream": Measurement(amount: 1500, allocations: 1)], ratio: Spread(ratios),
      instructions: instructions)
  }

  @Test func aRowShowsEachContenderWithItsBarAndItsGoal() {
    #expect(
      RowReport(row, result([1.4, 1.5, 1.6])).lines == [
        "",
        "a pipe  [pipe]",
        "  Signals                                    15 ns a event  ▎",
        "  floor: closures                            10 ns a event  ▏",
        "  AsyncStream                              1500 ns a event  ████████████████████  1 allocations",
        "  1.5 floors (1.45 to 1.55), goal 1.5, goal 100",
      ])
  }

  @Test func anEarlierRunIsComparedByItsRatio() {
    let lines = RowReport(row, result([3]), earlier: result([1.5])).lines
    #expect(lines.last == "  2 of the earlier run's ratio")
  }

  @Test func figuresOverTheirGoalsAreReportedWithAMarginForNoiseInTheBestRound() {
    let good = [[1.4, 1.5, 1.6], [11.9, 13, 14, 15]].map { RowReport(row, result($0)).failures }
    #expect(good == [[], []])
    #expect(
      RowReport(row, result([12.1, 13, 14], allocations: 1, instructions: 120)).failures == [
        "pipe takes 12.1 floors at least, goal 1.5", "pipe allocates 1 times a event, goal 0",
        "pipe takes 120 instructions, goal 100",
      ])
  }

  @Test func bytesHaveNoMargin() {
    let failures = [1.5, 1.6].map { RowReport(Self.row(.bytes), result([$0])).failures }
    #expect(failures == [[], ["pipe takes 1.6 floors at least, goal 1.5"]])
  }

  @Test func aBarIsInEighthsAndANumberIsShort() {
    let full = "████████████████████", bars = [0, 0.5, 1, 7, 0.01].map(RowReport.bar)
    #expect(bars == ["", "██████████", full, full, "▎"])
    #expect([0.256, 12.34, 4213.6, 2].map(\.short) == ["0.26", "12.3", "4214", "2"])
  }
}
