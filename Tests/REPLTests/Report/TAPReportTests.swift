import Testing

@testable import REPL

@Suite struct TAPReportTests {
  /// Reports whose every text has characters with a meaning in a format.
  static let reports: [FlowReport] = {
    let odd = "it's <\"&\u{FFFE}]]> #1 \\"
    let phases = [FlowReport.Phase.Outcome.passed, .failed, .skipped].map {
      FlowReport.Phase(title: odd, line: 3, outcome: $0, details: [StyledLine("1 - \(odd)"), StyledLine("  + b")])
    }
    let run = FlowReport(
      path: odd + "\u{1B}", passed: false, isBadScript: false, phases: phases, lines: [], reach: Reach(),
      trace: SessionTrace())
    return [run, FlowReport(bad: "c.flow", FlowSyntaxError(line: 7, column: 2, reason: "no"))]
  }()

  @Test("each phase is one numbered case; a failed case has its difference") func report() {
    #expect(TAPReport.text([]) == "TAP version 14\n1..0\n")
    #expect(
      TAPReport.text(Self.reports) == """
        TAP version 14
        1..4
        ok 1 - it's <"&\u{FFFE}]]> \\#1 \\\\\\\\u{1B}: it's <"&\u{FFFE}]]> \\#1 \\\\
        not ok 2 - it's <"&\u{FFFE}]]> \\#1 \\\\\\\\u{1B}: it's <"&\u{FFFE}]]> \\#1 \\\\
          ---
          at: 'it''s <"&\u{FFFE}]]> #1 \\\\u{1B}:3'
          message: |2-
            1 - it's <"&\u{FFFE}]]> #1 \\
              + b
          ...
        ok 3 - it's <"&\u{FFFE}]]> \\#1 \\\\\\\\u{1B}: it's <"&\u{FFFE}]]> \\#1 \\\\ # SKIP the flow was stopped in another phase
        not ok 4 - c.flow: (no flow)
          ---
          at: 'c.flow:7'
          message: |2-
            BAD  c.flow:7:2: no
          ...

        """)
  }
}
