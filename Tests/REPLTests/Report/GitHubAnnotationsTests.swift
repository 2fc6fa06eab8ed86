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
    #expect(lines.count == 3 && lines.last == "")
    #expect(
      lines[0].hasPrefix("::error file=a.flow,line=6::B%0A      6   lab> echo 50%25%0A        +   echo: 50%25%0A"))
    #expect(lines[1].hasPrefix("::error file=a.flow,line=11::C%0A"))
  }

  @Test("a flow that passes says nothing; one that is none is at the line that cannot be read") func others()
    async throws
  {
    #expect(text(try await report("a.flow", "> :quit\n")) == "")
    let bad = FlowReport(bad: "a.flow", at: FlowSyntaxError(line: 7, column: 2, reason: "no"), "no")
    #expect(text(bad) == "::error file=a.flow,line=7::(no flow)%0ABAD  a.flow:7:2: no\n")
    #expect(text(FlowReport(bad: "a.flow", "no")) == "::error file=a.flow,line=1::(no flow)%0ABAD  a.flow: no\n")
  }

  @Test("an annotation names the file relative to the checkout, and escapes special characters") func paths() {
    let here = FileManager.default.currentDirectoryPath
    #expect(text(FlowReport(bad: "b/a.flow", "x"), workspace: here).hasPrefix("::error file=b/a.flow,"))
    #expect(
      text(FlowReport(bad: "a.flow", "x"), workspace: URL(fileURLWithPath: here).deletingLastPathComponent().path)
        .hasPrefix("::error file=\(URL(fileURLWithPath: here).lastPathComponent)/a.flow,"))
    #expect(text(FlowReport(bad: "/x/a.flow", "x"), workspace: "/y").hasPrefix("::error file=/x/a.flow,"))
    #expect(text(FlowReport(bad: "a:b,c%\r\n.flow", "x")).hasPrefix("::error file=a%3Ab%2Cc%25%0D%0A.flow,line=1::"))
  }
}
