import Testing

@testable import benchmarks

@Suite struct BenchmarkArgumentsTests {
  private func parse(_ arguments: [String]) throws(UsageError) -> BenchmarkArguments {
    try BenchmarkArguments(arguments, rows: ["pipe", "cold"])
  }

  @Test func everyOptionIsRead() throws {
    let all = "--row cold --row pipe --rounds 3 --json a.json --compare b.json --instructions --check --run pipe 12"
    let none = try parse([]), arguments = try parse(all.split(separator: " ").map(String.init))
    #expect(none.rows == [])
    #expect(none.rounds == 7)
    #expect(arguments.rows == ["cold", "pipe"])
    #expect(arguments.rounds == 3)
    #expect([arguments.jsonFile, arguments.compareFile] == ["a.json", "b.json"])
    #expect(arguments.countsInstructions)
    #expect(arguments.checks)
    #expect(arguments.run?.row == "pipe")
    #expect(arguments.run?.count == 12)
  }

  @Test func wrongInputGivesAMessage() {
    let messages: KeyValuePairs<[String], String> = [
      ["--row", "pip"]: "there is no row pip; the rows are pipe, cold",
      ["--row"]: "--row needs a value",
      ["--rounds", "0"]: "--rounds needs a number above 0, not 0",
      ["--rounds", "many"]: "--rounds needs a number above 0, not many",
      ["--fast"]: "--fast is not an option; --help lists all options",
    ]
    let errors = messages.map { row in #expect(throws: UsageError.self) { try parse(row.key) } }
    #expect(errors == messages.map { UsageError($0.value) })
  }
}
