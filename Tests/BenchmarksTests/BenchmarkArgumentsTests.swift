import Testing

@testable import benchmarks

@Suite struct BenchmarkArgumentsTests {
  private func parse(_ arguments: String...) throws -> BenchmarkArguments {
    try BenchmarkArguments(arguments, rows: ["pipe", "cold"])
  }

  @Test func withoutArgumentsEveryRowIsMeasured() throws {
    let arguments = try parse()
    #expect(arguments.rows == [])
    #expect(arguments.rounds == 7)
  }

  @Test func everyOptionIsRead() throws {
    let arguments = try parse(
      "--row", "cold", "--row", "pipe", "--rounds", "3", "--json", "a.json", "--compare", "b.json", "--instructions",
      "--check")
    #expect(arguments.rows == ["cold", "pipe"])
    #expect(arguments.rounds == 3)
    #expect(arguments.jsonFile == "a.json")
    #expect(arguments.compareFile == "b.json")
    #expect(arguments.countsInstructions && arguments.checks)
    let run = try parse("--run", "pipe", "12").run
    #expect(run?.row == "pipe")
    #expect(run?.count == 12)
  }

  @Test(arguments: [
    (["--row", "pip"], "there is no row pip; the rows are pipe, cold"),
    (["--row"], "--row needs a value"),
    (["--rounds", "0"], "--rounds needs a number above 0, not 0"),
    (["--rounds", "many"], "--rounds needs a number above 0, not many"),
    (["--fast"], "--fast is not an option; --help lists all options"),
  ])
  func wrongInputGivesAMessage(arguments: [String], message: String) {
    #expect(throws: UsageError(message)) { try BenchmarkArguments(arguments, rows: ["pipe", "cold"]) }
  }
}
