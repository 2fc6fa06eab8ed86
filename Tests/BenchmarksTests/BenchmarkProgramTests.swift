import Signals
import Testing

@testable import benchmarks

@Suite struct BenchmarkProgramTests {
  private let output = MutableProperty<[String]>([])

  private func run(_ arguments: String...) -> Int32 {
    BenchmarkProgram(rows: [PipeRows.pipe, ColdRows.cold]) { [output] line in output.modify { $0.append(line) } }
      .run(arguments)
  }

  @Test func rowsAreListed() {
    #expect(run("--list") == 0)
    #expect(
      output.value == [
        "pipe                 pipe → map → filter → map → observer",
        "cold                 sequence → map → filter → map → scan",
      ])
  }

  @Test func helpIsShown() {
    #expect(run("--help") == 0)
    #expect(output.value == [BenchmarkArguments.usage])
  }

  @Test func badArgumentsAreTwo() {
    #expect(run("--row", "x") == 2)
    #expect(output.value == ["benchmarks: there is no row x; the rows are pipe, cold"])
  }

  @Test func aRowIsRunWithoutBeingMeasured() {
    #expect(run("--run", "pipe", "3") == 0)
    #expect(output.value == [])
  }

  @Test func everyRowHasANameOfItsOwnAndRuns() {
    let rows = BenchmarkProgram().rows.filter { !["trace-off", "module", "flow"].contains($0.name) }
    #expect(Set(rows.map(\.name)).count == rows.count)
    for row in rows where !row.name.contains("100000") {
      for contender in row.contenders { contender.prepare()(1) }
    }
  }
}
