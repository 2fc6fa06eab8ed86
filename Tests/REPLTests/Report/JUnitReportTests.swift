import Testing

@testable import REPL
@testable import REPLTools

@Suite struct JUnitReportTests {
  /// Reports whose every text has characters with a meaning in a format.
  private static let reports: [FlowReport] = {
    let odd = "it's <\"&\u{FFFE}]]> #1 \\"
    let phases = [FlowReport.Phase.Outcome.passed, .failed, .skipped].map {
      FlowReport.Phase(title: odd, line: 3, outcome: $0, details: [StyledLine("1 - \(odd)"), StyledLine("  + b")])
    }
    let run = FlowReport(
      path: odd + "\u{1B}", passed: false, isBadScript: false, phases: phases, lines: [], reach: Reach(),
      trace: SessionTrace())
    return [run, FlowReport(bad: "c.flow", FlowSyntaxError(line: 7, column: 2, reason: "no"))]
  }()

  @Test("each flow is a suite, each phase a case; no path, title, output or name is read as markup") func report() {
    let odd = "it's &lt;&quot;&amp;\u{FFFD}]]&gt; #1 \\", path = odd + "\\u{1B}"
    #expect(
      JUnitReport.text(Self.reports, app: "<\"&\u{FFFE}") == """
        <?xml version="1.0" encoding="UTF-8"?>
        <testsuites name="&lt;&quot;&amp;\u{FFFD}" tests="4" failures="1" errors="1">
          <testsuite name="\(path)" tests="3" failures="1" errors="0" skipped="1">
            <testcase name="\(odd)" classname="\(path)"/>
            <testcase name="\(odd)" classname="\(path)">
              <failure message="\(path):3">1 - \(odd)
          + b</failure>
            </testcase>
            <testcase name="\(odd)" classname="\(path)"><skipped message="the flow was stopped in another phase"/></testcase>
          </testsuite>
          <testsuite name="c.flow" tests="1" failures="0" errors="1" skipped="0">
            <testcase name="(no flow)" classname="c.flow">
              <error message="c.flow:7">BAD  c.flow:7:2: no</error>
            </testcase>
          </testsuite>
        </testsuites>

        """)
  }
}
