import Signals
import Testing

@testable import benchmarks

@Suite struct BenchmarkProgramTests {
  private let output = MutableProperty<[String]>([])

  @MainActor private func run(_ arguments: String...) async -> Int32 {
    await BenchmarkProgram(rows: [PipeRows.pipe, ColdRows.cold]) { [output] line in output.modify { $0.append(line) } }
      .run(arguments)
  }

  @Test func rowsAreListed() async {
    #expect(await run("--list") == 0)
    #expect(
      output.value == [
        "pipe                 pipe → map → filter → map → observer",
        "cold                 sequence → map → filter → map → scan",
      ])
  }

  @Test func helpIsShown() async {
    #expect(await run("--help") == 0)
    #expect(output.value == [BenchmarkArguments.usage])
  }

  @Test func badArgumentsAreTwo() async {
    #expect(await run("--row", "x") == 2)
    #expect(output.value == ["benchmarks: there is no row x; the rows are pipe, cold"])
  }

  /// CI runs `benchmarks stores --check`, with ten times as many items.
  @Test func theStoresDoNoMoreThanTheyPromise() throws {
    let counts = StoreCounts(all: 1_000) { [output] line in output.modify { $0.append(line) } }
    #expect(try counts.run())
    #expect(output.value.count == 11 && output.value.allSatisfy { $0.hasPrefix("kept ") }, "\(output.value)")
  }

  @Test func theMinutesOfALoadAreANumber() async {
    #expect(await run("load", "x") == 2)
    #expect(output.value == ["benchmarks: load needs a number of minutes above 0, not x"])
    #expect(throws: UsageError("load needs a number of minutes above 0, not 1 2")) { try LoadArguments(["1", "2"]) }
  }

  @Test func aRowIsRunWithoutBeingMeasured() async {
    #expect(await run("--run", "pipe", "3") == 0)
    #expect(output.value == [])
  }

  @Test func everyRowHasANameOfItsOwnAndRuns() {
    let rows = BenchmarkProgram().rows.filter { !["trace-off", "module", "flow", "explored"].contains($0.name) }
    #expect(Set(rows.map(\.name)).count == rows.count)
    for row in rows where !row.name.contains("100000") {
      for contender in row.contenders { contender.prepare()(1) }
    }
  }
}
