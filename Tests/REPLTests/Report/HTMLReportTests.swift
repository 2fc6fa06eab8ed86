import Signals
import Testing

@testable import REPL

@MainActor @Suite struct HTMLReportTests {
  /// The page about a flow, and the flow's report without screens.
  private func page(_ flow: String, by app: ConsoleApp = SmallApp.console()) async throws -> (MarkupReading, FlowReport)
  {
    let runner = FlowRunner(app, keepsTrace: true, keepsScreens: true)
    let report = FlowReport("a.flow", await runner.execute(try FlowParser.parse(flow)), app: "small")
    var page = HTMLReport(app: "small")
    page.add(report)
    return (MarkupReading(page.text(nil)), report.withoutScreens(keepsTrace: false))
  }

  @Test("each step has its screen; a difference has both prompts if they differ") func steps() async throws {
    let flow = "# A\n> :open todo\n  VIPER TODO\n  (no upcoming items)\n# B\nlab> add\n"
    let (page, rest) = try await page(flow)
    #expect(page.problem == nil && page.all("title").first?.text == "small: 0 passed, 1 failed")
    #expect(page.all("del").map(\.text) == ["−lab>"] && page.all("ins").first?.text == "+todo>")
    #expect(
      [page.all("pre", class: "screen"), page.all("span", class: "status")].map { $0.map(\.text) } == [
        ["VIPER TODO\n(no upcoming items)", "Add\nname: -\ndue: 2001-01-01"], ["✗ failed", "✓ passed", "✗ failed"],
      ])
    // The report kept until the end has no screens.
    #expect(
      rest.phases.allSatisfy { $0.steps.isEmpty && $0.differences.isEmpty } && rest.trace.timeLine.entries.isEmpty)
    #expect(rest.lines.count > 3 && rest.phases.map(\.outcome) == [.passed, .failed])
  }

  @Test("a complaint at the end of a flow is shown there as a difference") func end() async throws {
    let (page, _) = try await page("> :open lab\n  Lab\n  echo: -\nlab> wait\n  …\n")
    let captions = page.all("caption").map(\.text)
    #expect(captions.last == "Line 4: (the end)" && page.all("ins").last?.text.hasPrefix("+!! ") == true)
  }

  @Test("a secret is on no page and in no report, whether the flow passes or not") func secret() async throws {
    let app = ConsoleApp("safe") { _, _ in ConsoleView(.field("pin", MutableProperty(""), secret: true)) }
    for output in ["pin: ***", "pin: -"] {
      let (page, report) = try await page("> :open home\n  pin: -\nhome> pin 1234\n  \(output)\n", by: app)
      #expect(page.all("kbd").map(\.text) == [":open home", "pin ***"])
      #expect(page.elements.first?.text.contains("1234") == false)
      #expect(!report.text.contains("1234") && report.text.contains("home> pin ***") == !report.passed)
    }
  }
}
