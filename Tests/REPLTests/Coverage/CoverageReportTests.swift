import Testing

@testable import REPL

@MainActor @Suite struct CoverageReportTests {
  private func report(_ text: String) async throws -> CoverageReport {
    let graph = try await ScreenCatalog(SmallApp.console(), options: [:]).graph()
    let run = try await SmallApp.run(text)
    return CoverageReport(run.reach, of: graph)
  }

  @Test("without a typed command, nothing is covered") func nothing() async throws {
    let report = try await report("> :screen\n")
    #expect(report.lines.first == "coverage: 0% (screens 0 of 4, ways 0 of 1, commands 0 of 18)")
    #expect(report.missing.count == report.count)
  }

  @Test("opened screens and typed commands are covered, also after :back") func covered() async throws {
    for back in ["", "> :back 4\n"] {
      let report = try await report("> :open todo\n> add\n> name x\n> save\n> :screen\n\(back)")
      #expect(report.lines.first == "coverage: 26% (screens 2 of 4, ways 1 of 1, commands 3 of 18)")
      #expect(
        report.missing.prefix(4) == [
          "no flow opens lab", "no flow opens leaky", "no flow types cancel on add", "no flow types due on add",
        ])
    }
  }

  @Test("a refused command is not covered, a failed command is") func refused() async throws {
    let report = try await report("> :open todo\n> add\n> save\n> cancel now\n> :open lab\n> none\n")
    #expect(report.missing.filter { $0.hasSuffix(" on add") }.count == 4)
    #expect(!report.missing.contains("no flow types none on lab"))
  }

  @Test("a map has the screens, ways and commands that flows reached, and the others") func map() async throws {
    let run = try await SmallApp.run("> :open todo\n> add\ntodo/add> name Buy milk\n")
    let graph = try await ScreenCatalog(SmallApp.console(), options: [:]).graph()
    let map = CoverageReport.map(run.reach, of: graph)
    let screens = map.screens.map { screen in
      "\(screen.name) \(screen.isReached) \(screen.commands.filter(\.isReached).map(\.usage))"
    }
    #expect(
      screens.sorted() == [#"add true ["name TEXT"]"#, "lab false []", "leaky false []", #"todo true ["add"]"#])
    #expect(map.ways == [ScreenMap.Way(from: "todo", to: "add", isReached: true)])
    #expect(CoverageReport.map(Reach(), of: graph).ways.map(\.isReached) == [false])
  }

  @Test("an app that declares nothing is covered; coverage is rounded down") func edges() async throws {
    #expect(
      CoverageReport(Reach(), of: AppGraph(screens: [])).lines == [
        "coverage: 100% (screens 0 of 0, ways 0 of 0, commands 0 of 0)"
      ])
    let screens = (0..<1000).map { AppGraph.Screen(name: "\($0)", opens: [], commands: []) }
    var reach = Reach()
    reach.screens = Set(screens.dropLast().map(\.name))
    #expect(CoverageReport(reach, of: AppGraph(screens: screens)).lines.first?.hasPrefix("coverage: 99% ") == true)
  }
}
