import Fixtures
import Foundation
import Signals
import Testing

@testable import REPL
@testable import REPLTools

@MainActor @Suite struct HTMLReportTests {
  private let folder: TemporaryFolder
  init() throws { folder = try TemporaryFolder() }

  /// The page about a flow, and the flow's report without screens.
  private func page(_ flow: String, by app: ConsoleApp = SmallApp.console()) async throws -> (MarkupReading, FlowReport)
  {
    let runner = FlowRunner(app, keepsTrace: true, keepsScreens: true), recorded = RecordedTerminal()
    let report = FlowReport("a.flow", await runner.execute(try FlowParser.parse(flow)), app: "small")
    _ = await recorded.run(["run", try folder.write("a.flow", flow).path, "--html", "-"], by: app)
    return (MarkupReading(recorded.text), report.withoutScreens(keepsTrace: false))
  }

  @Test("each step has its screen; a difference has both prompts if they differ; complaints at the end are differences")
  func steps() async throws {
    let (page, rest) = try await page(
      "# A\n> :open todo\n  VIPER TODO\n  (no upcoming items)\n# B\nlab> add\n> :open lab\nlab> leave\n")
    #expect(page.problem == nil)
    #expect(page.all("title").first?.text == "small: 0 passed, 1 failed")
    #expect(
      [
        page.all("pre", class: "screen"), page.all("span", class: "status"), page.all("del"),
        page.all("ins"), page.all("caption"),
      ].map { $0.map(\.text) } == [
        ["VIPER TODO\n(no upcoming items)", "Add\nname: -\ndue: 2001-01-01", "Lab\necho: -", "Lab\necho: -"],
        ["✗ failed", "✓ passed", "✗ failed"], ["lab>", "lab>"],
        [
          "todo>", "Add", "name: -", "due: 2001-01-01", "todo>", "Add", "name: -", "due: 2001-01-01", "Lab", "echo: -",
          "!! a timer is still pending, due in 5s, started at line 8 by 'leave'; cancel it when its screen closes",
        ], ["Line 6: add", "Line 6: add", "Line 7: :open lab", "Line 8: (the end)"],
      ])
    // The report kept until the end has no screens.
    #expect(rest.phases.allSatisfy { $0.steps.isEmpty && $0.differences.isEmpty })
    #expect(rest.trace.timeLine.isEmpty)
    #expect(rest.lines.count > 3)
    #expect(rest.phases.map(\.outcome) == [.passed, .failed])
  }

  @Test("a secret is on no page and in no report, whether the flow passes or not", arguments: [true, false])
  func secret(_ passes: Bool) async throws {
    let app = ConsoleApp("safe") { _, _ in ConsoleView(.field("pin", MutableProperty(""), secret: true)) }
    let (page, report) = try await page(
      "> :open home\n  pin: -\nhome> pin psst\n  pin: \(passes ? "***" : "-")\n", by: app)
    #expect(page.all("kbd").map(\.text) == [":open home", "pin ***"])
    #expect(report.passed == passes)
    let texts = (page.elements.first?.text ?? "psst") + report.text
    #expect(!texts.contains("psst"))
    #expect(texts.contains("pin ***"))
  }
}
