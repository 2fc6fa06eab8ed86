import Signals
import Testing

@testable import benchmarks

@Suite struct BenchmarkProgramTests {
  private let output = MutableProperty<[String]>([])

  @MainActor private func run(_ arguments: [String]) async -> Int32 {
    await BenchmarkProgram(rows: [PipeRows.pipe, ColdRows.cold]) { [output] line in output.modify { $0.append(line) } }
      .run(arguments)
  }

  private static let runs: [(arguments: [String], code: Int32, output: [String])] = [
    (
      ["--list"], 0,
      [
        "pipe                 pipe → map → filter → map → observer",
        "cold                 sequence → map → filter → map → scan",
      ]
    ),
    (["--help"], 0, [BenchmarkArguments.usage]),
    (["--row", "x"], 2, ["benchmarks: there is no row x; the rows are pipe, cold"]),
    (["load", "x"], 2, ["benchmarks: load needs a number of minutes above 0, not x"]),
    (["load", "1", "2"], 2, ["benchmarks: load needs a number of minutes above 0, not 1 2"]),
    // A row is run without being measured.
    (["--run", "pipe", "3"], 0, []),
  ]

  @Test(arguments: runs) func aCommandPrintsItsOutput(_ arguments: [String], _ code: Int32, _ output: [String]) async {
    let ended = await run(arguments)
    #expect(ended == code)
    #expect(self.output.value == output)
  }

  /// CI runs `benchmarks stores --check`, with ten times as many items.
  @Test func theStoresDoNoMoreThanTheyPromise() throws {
    let counts = StoreCounts(all: 1_000) { [output] line in output.modify { $0.append(line) } }
    let isKept = try counts.run()
    #expect(isKept, "\(output.value)")
    #expect(output.value.count == 11, "\(output.value)")
    #expect(output.value.allSatisfy { $0.hasPrefix("kept ") }, "\(output.value)")
  }

  @Test func everyRowHasANameOfItsOwnAndRuns() {
    let rows = BenchmarkProgram().rows.filter { !["trace-off", "module", "flow", "explored"].contains($0.name) }
    #expect(Set(rows.map(\.name)).count == rows.count)
    for row in rows where !row.name.contains("100000") {
      for contender in row.contenders { contender.prepare()(1) }
    }
  }
}
