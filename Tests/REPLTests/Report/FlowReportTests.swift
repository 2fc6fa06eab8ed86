import Fixtures
import Foundation
import PlainText
import Testing

@testable import REPL
@testable import REPLTools

/// The text of a failed flow.
@MainActor @Suite struct FlowReportTests {
  private func report(_ text: String) async throws -> FlowReport {
    FlowReport("a.flow", try await SmallApp.run(text), app: "small")
  }

  /// A lab's screen that shows these texts one after the other; the flow recorded `old`.
  private func steps(_ texts: [(old: String, new: String)]) -> String {
    "> :open lab\n  Lab\n  echo: -\n" + texts.map { "lab> echo \($0.new)\n  echo: \($0.old)\n" }.joined()
  }

  @Test("long output as recorded is folded; a repeated change is one line, however small; a different one is shown")
  func folded() async throws {
    let texts = (1...12).map { (old: "\($0)", new: "\($0)") } + [("x", "y"), ("x", "z"), ("x", "y")]
    let shown = try await report(steps(texts)).text
    #expect(
      shown == """
        FAIL a.flow
          FAIL (no title)
              1   > :open lab
              2     Lab
              3     echo: -
              4   lab> echo 1
                  … 19 lines as recorded
             24   lab> echo 11
             25     echo: 11
             26   lab> echo 12
             27     echo: 12
             28   lab> echo y
             29 -   echo: x
                +   echo: y
             30   lab> echo z
             31 -   echo: x
                +   echo: z
             32   lab> echo y
                    (the same 2 lines differ again)
          to record this output: small accept a.flow
        """)
  }

  @Test("the command that accepts a flow can be given to a shell, with the options that it ran with")
  func acceptance() async throws {
    let run = try await SmallApp.run("> :open lab\n")
    let folder = try TemporaryFolder(), file = try folder.write("a.flow", "> :open lab\n")
    var app = SmallApp.console()
    app.optionValues = ["data": "/d"]
    let reports = [
      FlowReport("odd/it's my.flow", run, app: "small", options: ["server": "very slow", "live": ""]),
      FlowReport("a.flow", run, app: "small", options: ["data": "--x y"]),
      await FlowRunner(app).run(file),
    ]
    #expect(
      reports.map { $0.lines.last?.text } == [
        #"  to record this output: small accept --live --server 'very slow' 'odd/it'\''s my.flow'"#,
        "  to record this output: small accept --data='--x y' a.flow",
        "  to record this output: small accept --data /d \(ShellWord.quoted(file.relativePath))",
      ])
  }

  @Test(
    "lines fit into 80 columns; a long one is shown from where it differs, and the place of an invalid flow is whole")
  func wide() async throws {
    let start = String(repeating: "登录 ", count: 30)
    let report = try await report(steps([(start + "old", start + "new"), (String(repeating: "y", count: 99), "z")]))
    #expect(report.lines.allSatisfy { Columns.width(of: $0.text) <= 80 })
    #expect(report.text.missing("录 old\n", "录 new\n", "yyy…\n") == [])
    let reason = "'bad' is neither a phase (#), a command (screen> …), output (two blanks in front) nor a data file"
    let path = String(repeating: "long/", count: 20) + "a.flow"
    let bad = ["no", reason].map { FlowSyntaxError(line: 7, column: 2, reason: $0) }
    #expect(
      [FlowReport(bad: "a.flow", bad[0]), FlowReport(bad: path, bad[1])].map(\.text) == [
        "BAD  a.flow:7:2: no",
        """
        BAD  \(path):7:2:
             'bad' is neither a phase (#), a command (screen> …), output (two blanks in
             front) nor a data file
        """,
      ])
  }

  @Test("complaints are shown whole, in 80 columns, with a hint, also those of a later phase; later phases are counted")
  func complaints() async throws {
    let stubs = (1...5).map { "> :stub s\($0) -> 1\n" }.joined()
    let never = "  complaints (!!) are never accepted; correct their causes first"
    let endings: KeyValuePairs<String, [String]> = [
      "> :open lab\n  Lab\n  echo: -\nlab> leave-twice\n": [
        "      4   lab> leave-twice",
        "  !! 2 timers are still pending, due in 5s, started at line 4 by 'leave-twice';",
        "     cancel it when its screen closes", never,
      ],
      // Nothing can be accepted before they are settled.
      "# A\n> :open lab\n  Lap\n  echo: -\n# B\n> ping\n  pong\n\(stubs)": [
        "  1 later phase differs, too", "  !! the stub of 's1', set at line 8, was never used; remove it",
        "  !! the stub of 's2', set at line 9, was never used; remove it",
        "  !! the stub of 's3', set at line 10, was never used; remove it", "  … 2 more complaints", never,
      ],
      "# A\n> :open lab\n> spin\n# B\n> ping\n# C\n> ping\n": ["  2 later phases were not run", never],
      "# A\n> :open lab\n# B\n> ping\n# C\n> echo a\n": [
        "  2 later phases differ, too", "  to record this output: small accept a.flow",
      ],
    ]
    var shown: [[String]] = []
    for (flow, lines) in endings {
      let report = FlowReport("a.flow", try await SmallApp.run(flow, stepLimit: 30), app: "small")
      shown.append(report.lines.suffix(lines.count).map(\.text))
    }
    #expect(shown == endings.map(\.value))
  }

  @Test("a flow that is stopped has one case for each phase; only the phase where it was stopped has a result")
  func stopped() throws {
    let folder = try TemporaryFolder()
    let flow = try folder.write("a.flow", "# A\n> :open lab\n# B\nlab> ping\nlab> spin\n# C\nlab> ping\n")
    func report(_ file: URL, _ line: Int?) -> FlowReport {
      FlowReport(
        stopped: FlowStop(path: file.path, lines: line.map { [Origin(line: $0, text: "x")] } ?? [], problem: "it hung"),
        app: "small")
    }
    let rows: KeyValuePairs<Int?, [String]> = [
      nil: ["A failed 1", "B skipped 3", "C skipped 6"], 2: ["A failed 2", "B skipped 3", "C skipped 6"],
      5: ["A skipped 1", "B failed 5", "C skipped 6"], 7: ["A skipped 1", "B skipped 3", "C failed 7"],
    ]
    for (line, cases) in rows {
      let report = report(flow, line)
      #expect(report.phases.map { "\($0.title) \($0.outcome) \($0.line)" } == cases)
      let junit = JUnitReport.text([report], app: "small"),
        skipped = "<skipped message=\"the flow was stopped in another phase\"/>"
      #expect(junit.components(separatedBy: skipped).count == 3, "\(junit)")
    }
    let text = report(flow, 5).text.replacing(folder.path + "/", with: "").replacing(/\n  +/, with: " ")
    #expect(
      text == "FAIL a.flow FAIL B !! a.flow:5: it hung 1 later phase was not run "
        + "complaints (!!) are never accepted; correct their causes first")
    #expect(
      report(folder.file("gone.flow"), 5).phases.map { "\($0.title) \($0.outcome) \($0.line)" } == [
        "(no title) failed 5"
      ])
  }

  @Test("on a terminal with colours, lines are coloured") func colours() async throws {
    let report = try await report("# A\n> :open lab\n  Lab\n  echo: -\n# B\nlab> ping\n  pang\nlab> :now x\n")
    #expect(
      report.lines.map { $0.text(isColored: true) }.filter { $0.contains("\u{1B}") } == [
        "\u{1B}[1;31mFAIL a.flow\u{1B}[0m", "\u{1B}[32m  ok   A\u{1B}[0m", "\u{1B}[1;31m  FAIL B\u{1B}[0m",
        "\u{1B}[31m      7 -   pang\u{1B}[0m", "\u{1B}[32m        +   pong\u{1B}[0m",
        "\u{1B}[1;31m        +   !! 'x' is not a date; write one such as 2014-05-21 or\u{1B}[0m",
        "\u{1B}[1;31m               2014-05-21T12:00\u{1B}[0m",
      ])
  }

  @Test("100,000 lines that all differ are compared and shown at once, without their middle") func huge() {
    let old = (0..<100_000).map { "old \($0)" }, new = (0..<100_000).map { "new \($0)" }
    var difference = PhaseDifference()
    let step = Flow.Step(screen: "", command: "x", output: old, line: 1, outputLine: 2)
    let lines = difference.lines([FlowResult.Step(expected: step, screen: "", output: new)]).map(\.text)
    #expect(lines.count == 53)
    #expect(
      lines[20...22] + [lines[47]] == [
        "     21 -   old 19", "          … 99975 more lines are missing", "  99997 -   old 99995",
        "          … 99975 more lines",
      ])
  }
}
