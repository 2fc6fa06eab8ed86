import Foundation
import Testing

@testable import REPL

@MainActor @Suite struct GitHubAnnotationsTests {
  private func text(_ report: FlowReport, workspace: String? = nil) -> String {
    GitHubAnnotations.text(report, workspace: workspace)
  }

  private func report(_ path: String, _ flow: String) async throws -> FlowReport {
    FlowReport(path, try await SmallApp.run(flow), app: "small")
  }

  @Test("one line for each phase that failed, at the first line that differs") func failures() async throws {
    let flow = "# A\n> :open lab\n  Lab\n  echo: -\n# B\nlab> echo 50%\n\nlab> leave\n  x\n# C\nlab> ping\n"
    let lines = text(try await report("a.flow", flow)).components(separatedBy: "\n")
    let starts = [
      "::error file=a.flow,line=6::B%0A      6   lab> echo 50%25%0A        +   echo: 50%25%0A",
      "::error file=a.flow,line=11::C%0A", "",
    ]
    #expect(lines.count == 3 && zip(lines, starts).allSatisfy { $0.hasPrefix($1) }, "\(lines)")
  }

  @Test("a flow that passes has no annotation; an invalid flow has one at the line that cannot be read") func others()
    async throws
  {
    #expect(text(try await report("a.flow", "> :quit\n")) == "")
    let bad = FlowReport(bad: "a.flow", at: FlowSyntaxError(line: 7, column: 2, reason: "no"), "no")
    #expect(text(bad) == "::error file=a.flow,line=7::(no flow)%0ABAD  a.flow:7:2: no\n")
    #expect(text(FlowReport(bad: "a.flow", "no")) == "::error file=a.flow,line=1::(no flow)%0ABAD  a.flow: no\n")
  }

  @Test("an annotation names the file relative to the checkout, and escapes special characters") func paths() {
    let here = URL(fileURLWithPath: FileManager.default.currentDirectoryPath)
    for (path, workspace, file) in [
      ("b/a.flow", here.path, "b/a.flow"), ("/x/a.flow", "/y", "/x/a.flow"),
      ("a.flow", here.deletingLastPathComponent().path, "\(here.lastPathComponent)/a.flow"),
      ("a:b,c%\r\n.flow", nil, "a%3Ab%2Cc%25%0D%0A.flow"),
    ] {
      let text = text(FlowReport(bad: path, "x"), workspace: workspace)
      #expect(text.hasPrefix("::error file=\(file),line=1::"), "\(text)")
    }
  }
}
