import Testing

@testable import REPL

@MainActor @Suite struct TAPReportTests {
  @Test("each phase is one numbered case; a failed case has its difference") func report() async throws {
    let reports = [
      FlowReport(
        "it's.flow", try await SmallApp.run("# A #1 \\ 2\n> :open lab\n# B\nlab> ping\n  pang\n", stepLimit: 9),
        app: "small"),
      FlowReport(
        "b.flow", try await SmallApp.run("# C\n> :open lab\n  Lab\n  echo: -\nlab> spin\n# D\n> ping\n", stepLimit: 9),
        app: "small"),
      FlowReport(bad: "c.flow", at: FlowSyntaxError(line: 7, column: 2, reason: "no"), "no"),
    ]
    #expect(
      TAPReport.text(reports) == """
        TAP version 14
        1..5
        not ok 1 - it's.flow: A \\#1 \\\\ 2
          ---
          at: 'it''s.flow:1'
          message: |2-
                  2   > :open lab
                    +   Lab
                    +   echo: -
          ...
        not ok 2 - it's.flow: B
          ---
          at: 'it''s.flow:3'
          message: |2-
                  4   lab> ping
                  5 -   pang
                    +   pong
          ...
        not ok 3 - b.flow: C
          ---
          at: 'b.flow:1'
          message: |2-
                  2   > :open lab
                  3     Lab
                  4     echo: -
                  5   lab> spin
                    +   !! this did not end after 9 steps: a timer or task started at line 5
                           by 'spin' never stops; cancel it, or advance less
              !! stopped at line 5; the lines after it did not run
          ...
        ok 4 - b.flow: D # SKIP an earlier phase did not end
        not ok 5 - c.flow: (no flow)
          ---
          at: 'c.flow:7'
          message: |2-
            BAD  c.flow:7:2: no
          ...

        """)
  }

  @Test("a report without flows is valid") func empty() { #expect(TAPReport.text([]) == "TAP version 14\n1..0\n") }
}
