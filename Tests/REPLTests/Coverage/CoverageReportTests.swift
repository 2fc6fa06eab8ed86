import Testing

@testable import REPL
@testable import REPLTools

@MainActor @Suite struct CoverageReportTests {
  private func graph() async throws -> AppGraph { try await ScreenCatalog(SmallApp.console()).graph() }

  @Test(
    "opened screens and typed commands are covered, also after :back; a refused command is not, a failed command is")
  func covered() async throws {
    let typed = "> :open todo\n> add\n> name x\n> save\n> :screen\n"
    let expected: KeyValuePairs<String, String> = [
      "> :screen\n": "0% (screens 0 of 4, ways 0 of 1, commands 0 of 18)",
      typed: "26% (screens 2 of 4, ways 1 of 1, commands 3 of 18)",
      typed + "> :back 4\n": "26% (screens 2 of 4, ways 1 of 1, commands 3 of 18)",
      "> :open todo\n> add\n> save\n> cancel now\n> :open lab\n> none\n":
        "26% (screens 3 of 4, ways 1 of 1, commands 2 of 18)",
    ]
    let graph = try await graph()
    var shown: [String?] = []
    for (flow, _) in expected {
      shown.append(CoverageReport(try await SmallApp.run(flow).reach, of: graph).lines.first)
    }
    #expect(shown == expected.map { "coverage: \($1)" })
  }

  @Test("a map has the screens, ways and commands that flows reached, and the others") func map() async throws {
    let run = try await SmallApp.run("> :open todo\n> add\ntodo/add> name Buy milk\n"), graph = try await graph()
    let pictures = [run.reach, Reach()].map { MarkupReading(ScreenMap($0, of: graph).svg) }
    let reached = pictures.map { picture in
      picture.all("text").map(\.text).filter { $0.hasPrefix("✓") }.sorted() + picture.all("title").map(\.text)
    }
    #expect(
      reached == [
        ["✓ add", "✓ add", "✓ name TEXT", "✓ todo", "todo opens add"], ["todo opens add, in no flow"],
      ])
  }

  @Test("an app that declares nothing is covered; coverage is rounded down") func edges() {
    let screens = (0..<1000).map { AppGraph.Screen(name: "\($0)", opens: [], commands: []) }
    var reach = Reach()
    reach.screens = Set(screens.dropLast().map(\.name))
    let reports = [[], screens].map { CoverageReport(reach, of: AppGraph(screens: $0)) }
    #expect(
      reports.map(\.lines) == [
        ["coverage: 100% (screens 0 of 0, ways 0 of 0, commands 0 of 0)"],
        ["coverage: 99% (screens 999 of 1000, ways 0 of 0, commands 0 of 0)", "  no flow opens 999"],
      ])
  }
}
