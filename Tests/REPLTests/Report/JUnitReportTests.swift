import Foundation
import SignalsTesting
import Testing

@testable import REPL

@MainActor @Suite struct JUnitReportTests {
  private func reports() async throws -> [FlowReport] {
    [
      FlowReport(
        "a&b.flow", try await SmallApp.run("# <A> \"1\"\n> :open lab\n  Lab\n  echo: -\n# B\nlab> echo <\u{FFFE}]]>\n"),
        app: "small"),
      FlowReport(
        "b.flow", try await SmallApp.run("> :open lab\n  Lab\n  echo: -\n> spin\n# D\n> ping\n", stepLimit: 9),
        app: "small"),
      FlowReport(bad: "c.flow", at: FlowSyntaxError(line: 7, column: 2, reason: "no"), "no"),
    ]
  }

  @Test("each flow is a suite, each phase a case") func report() async throws {
    #expect(
      JUnitReport.text(try await reports(), app: "small")
        == """
        <?xml version="1.0" encoding="UTF-8"?>
        <testsuites name="small" tests="5" failures="2" errors="1">
          <testsuite name="a&amp;b.flow" tests="2" failures="1" errors="0" skipped="0">
            <testcase name="&lt;A&gt; &quot;1&quot;" classname="a&amp;b.flow"/>
            <testcase name="B" classname="a&amp;b.flow">
              <failure message="a&amp;b.flow:5">      6   lab&gt; echo &lt;\u{FFFD}]]&gt;
                +   echo: &lt;\u{FFFD}]]&gt;</failure>
            </testcase>
          </testsuite>
          <testsuite name="b.flow" tests="2" failures="1" errors="0" skipped="1">
            <testcase name="(no title)" classname="b.flow">
              <failure message="b.flow:1">      1   &gt; :open lab
              2     Lab
              3     echo: -
              4   lab&gt; spin
                +   !! this did not end after 9 steps: a timer or task started at line 4
                       by &apos;spin&apos; never stops; cancel it, or advance less
          !! stopped at line 4; the lines after it did not run</failure>
            </testcase>
            <testcase name="D" classname="b.flow"><skipped message="an earlier phase did not end"/></testcase>
          </testsuite>
          <testsuite name="c.flow" tests="1" failures="0" errors="1" skipped="0">
            <testcase name="(no flow)" classname="c.flow">
              <error message="c.flow:7">BAD  c.flow:7:2: no</error>
            </testcase>
          </testsuite>
        </testsuites>

        """.replacingOccurrences(of: "&apos;", with: "'"))
  }

  /// The characters of a report that XML reads as markup.
  private func markup(_ report: FlowReport, app: String) -> String {
    let text = JUnitReport.text([report], app: app)
      .replacing(/&(?:amp|lt|gt|quot);/.matchingSemantics(.unicodeScalar), with: "")
    return String(String.UnicodeScalarView(text.unicodeScalars.filter { "<>&\"".unicodeScalars.contains($0) }))
  }

  @Test("no path, title or output is read as markup, and each character is valid in XML")
  func random() {
    var numbers = SeededNumbers(seed: 8)
    func text() -> String { numbers.text(["", "", "", "", "", "]]>", "<!--", "&#0;", "\r\n", "'"]) }
    func report(isBadScript: Bool, _ text: () -> String) -> FlowReport {
      let phases = [FlowReport.Phase.Outcome.passed, .failed, .skipped].map {
        FlowReport.Phase(title: text(), line: 1, outcome: $0, details: [StyledLine(text()), StyledLine(text())])
      }
      return FlowReport(
        path: text(), passed: false, isBadScript: isBadScript, phases: phases, lines: [], reach: Reach(),
        trace: SessionTrace())
    }
    for _ in 0..<500 {
      let isBadScript = Bool.random(using: &numbers), any = report(isBadScript: isBadScript, text)
      #expect(markup(any, app: text()) == markup(report(isBadScript: isBadScript) { "a" }, app: "a"))
      // Only characters that XML allows.
      #expect(
        JUnitReport.text([any], app: text()).unicodeScalars.allSatisfy {
          $0 >= " " && $0 != "\u{FFFE}" && $0 != "\u{FFFF}" || $0 == "\n" || $0 == "\t"
        })
    }
  }
}
