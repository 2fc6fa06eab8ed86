import Foundation
import Testing

@testable import REPL
@testable import REPLTools

@MainActor @Suite struct GitHubAnnotationsTests {
  private func text(_ report: FlowReport, workspace: String? = nil) -> String {
    GitHubAnnotations.text(report, workspace: workspace)
  }

  private func report(_ path: String, _ flow: String) async throws -> FlowReport {
    FlowReport(path, try await SmallApp.run(flow), app: "small")
  }

  @Test("one line for each phase that failed, at the first line that differs, or at the line that cannot be read")
  func failures() async throws {
    let flow = "# A\n> :open lab\n  Lab\n  echo: -\n# B\nlab> echo 50%\n\nlab> leave\n  x\n# C\nlab> ping\n"
    let bad = FlowSyntaxError(line: 7, column: 2, reason: "no")
    let reports = [
      try await report("a.flow", flow), try await report("a.flow", "> :quit\n"),
      FlowReport(bad: "a.flow", bad), FlowReport(bad: "a.flow", "no"),
    ]
    let lines = reports.flatMap { text($0).split(separator: "\n") }
    #expect(
      lines.map { $0.prefix { $0 != "+" } } == [
        "::error file=a.flow,line=6::B%0A      6   lab> echo 50%25%0A        ",
        "::error file=a.flow,line=11::C%0A     11   lab> ping%0A        ",
        "::error file=a.flow,line=7::(no flow)%0ABAD  a.flow:7:2: no",
        "::error file=a.flow,line=1::(no flow)%0ABAD  a.flow: no",
      ])
  }

  @Test("an annotation names the file relative to the checkout, and escapes special characters") func paths() {
    let here = URL(fileURLWithPath: FileManager.default.currentDirectoryPath)
    let files: [(String, String?)] = [
      ("b/a.flow", here.path), ("/x/a.flow", "/y"), ("a.flow", here.deletingLastPathComponent().path),
      ("a:b,c%\r\n.flow", nil),
    ]
    #expect(
      files.map { text(FlowReport(bad: $0, "x"), workspace: $1).prefix { $0 != "B" } }
        == ["b/a.flow", "/x/a.flow", "\(here.lastPathComponent)/a.flow", "a%3Ab%2Cc%25%0D%0A.flow"].map {
          "::error file=\($0),line=1::(no flow)%0A"
        })
  }
}
