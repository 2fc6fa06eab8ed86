import PlainText
import Fixtures
import Foundation
import Testing

@testable import REPL

/// The text of a failed flow.
@MainActor @Suite struct FlowReportTests {
  private func report(_ text: String) async throws -> FlowReport {
    FlowReport("a.flow", try await SmallApp.run(text), app: "small")
  }

  /// A lab's screen that shows these texts one after the other; the flow recorded `old`.
  private func steps(_ texts: [(old: String, new: String)]) -> String {
    "> :open lab\n  Lab\n  echo: -\n" + texts.map { "lab> echo \($0.new)\n  echo: \($0.old)\n" }.joined()
  }

  @Test("long output that matches the recording is folded") func unchanged() async throws {
    let texts = (1...20).map { (old: $0 == 15 ? "x" : "\($0)", new: "\($0)") }
    #expect(
      try await report(steps(texts)).text == """
        FAIL a.flow
          FAIL (no title)
              1   > :open lab
              2     Lab
              3     echo: -
              4   lab> echo 1
                  … 23 lines as recorded
             28   lab> echo 13
             29     echo: 13
             30   lab> echo 14
             31     echo: 14
             32   lab> echo 15
             33 -   echo: x
                +   echo: 15
             34   lab> echo 16
             35     echo: 16
             36   lab> echo 17
             37     echo: 17
             38   lab> echo 18
             39     echo: 18
             40   lab> echo 19
             41     echo: 19
             42   lab> echo 20
             43     echo: 20
          if that is right: small accept a.flow
        """)
  }

  @Test("the command that accepts a flow can be given to a shell, with the options that it ran with")
  func acceptance() async throws {
    let run = try await SmallApp.run("> :open lab\n"), options = ["server": "very slow", "live": ""]
    #expect(
      FlowReport("tap/it's my.flow", run, app: "small", options: options).text.hasSuffix(
        #"\n  if that is right: small accept --live --server 'very slow' 'tap/it'\''s my.flow'"#.replacingOccurrences(
          of: #"\n"#, with: "\n")))
    #expect(FlowReport("a.flow", run, app: "small", options: ["data": "--x y"]).text.hasSuffix("--data='--x y' a.flow"))
    let folder = try TemporaryFolder(), file = try folder.write("a.flow", "> :open lab\n")
    let report = await FlowRunner(SmallApp.console(), options: ["data": "/d"]).run(file)
    #expect(report.text.hasSuffix("small accept --data /d \(ShellWord.quoted(file.relativePath))"))
  }

  @Test("many missing or additional lines are folded, too") func many() async throws {
    let lines = (1...100).map { "  gone \($0)\n" }.joined()
    let text = try await report("> :open lab\n  Lab\n\(lines)  echo: -\n").text
    #expect(text.contains("\n     22 -   gone 20\n          … 75 more lines are missing\n     98 -   gone 96\n"))
  }

  @Test("a line fits into 80 columns, and a long one is shown from where it differs") func wide() async throws {
    let start = String(repeating: "登录 ", count: 30)
    let report = try await report(steps([(start + "old", start + "new"), (String(repeating: "y", count: 99), "z")]))
    #expect(report.lines.allSatisfy { Columns.width(of: $0.text) <= 80 })
    #expect(report.text.missing("录 old\n", "录 new\n", "yyy…\n") == [])
  }

  @Test("the console's own complaints are shown whole, in 80 columns, with a hint")
  func complaint() async throws {
    let report = try await report("> :open lab\n  Lab\n  echo: -\nlab> leave-twice\n")
    #expect(
      report.text == """
        FAIL a.flow
          FAIL (no title)
              1   > :open lab
              2     Lab
              3     echo: -
              4   lab> leave-twice
          !! 2 timers are still pending, due in 5s, started at line 4 by 'leave-twice';
             cancel it when its screen closes
          complaints (!!) are never accepted; correct their causes first
        """)
    #expect(try await self.report("> :now x\n").lines.allSatisfy { $0.text.count <= 80 })
  }

  @Test("a complaint of a later phase is shown, too, because nothing can be accepted before it is settled")
  func laterComplaint()
    async throws
  {
    let stubs = (1...5).map { "> :stub s\($0) -> 1\n" }.joined()
    let text = try await report("# A\n> :open lab\n  Lap\n  echo: -\n# B\n> ping\n  pong\n\(stubs)").text
    #expect(
      text.split(separator: "\n").suffix(6) == [
        "  1 later phase differs, too", "  !! the stub of 's1', set at line 8, was never used; take it out",
        "  !! the stub of 's2', set at line 9, was never used; take it out",
        "  !! the stub of 's3', set at line 10, was never used; take it out", "  … 2 more complaints",
        "  complaints (!!) are never accepted; correct their causes first",
      ], "\(text)")
  }

  @Test("the report of an invalid flow fits into 80 columns, and its place is not broken") func bad() {
    let reason = "'bad' is neither a phase (#), a command (screen> …), output (two blanks in front) nor a data file"
    let path = String(repeating: "long/", count: 20) + "a.flow",
      place = FlowSyntaxError(line: 7, column: 2, reason: reason)
    #expect(FlowReport(bad: "a.flow", at: place, "no").text == "BAD  a.flow:7:2: no")
    #expect(
      FlowReport(bad: path, at: place, reason).text == """
        BAD  \(path):7:2:
             'bad' is neither a phase (#), a command (screen> …), output (two blanks in
             front) nor a data file
        """)
  }

  @Test("a repeated change is one line, however small it is; a different change is shown") func redrawn() {
    // Each step draws a title and a line, recorded and current.
    let steps = [("a", "b"), ("a", "b"), ("a", "c"), ("a", "b")].enumerated().map { index, line in
      let expected = Flow.Step(
        screen: "", command: "x", output: ["title", line.0], line: 1 + index * 3, outputLine: 2 + index * 3)
      return FlowResult.Step(expected: expected, screen: "", output: ["title", line.1])
    }
    var difference = PhaseDifference()
    #expect(
      difference.lines(steps).map(\.text) == [
        "      1   > x", "      2     title", "      3 -   a", "        +   b", "      4   > x",
        "            (the same 2 lines differ again)", "      7   > x", "      8     title", "      9 -   a",
        "        +   c", "     10   > x", "            (the same 2 lines differ again)",
      ])
  }

  @Test("phases that were not run are counted") func skipped() async throws {
    let run = try await SmallApp.run("# A\n> :open lab\n> spin\n# B\n> ping\n# C\n> ping\n", stepLimit: 9)
    let report = FlowReport("a.flow", run, app: "small")
    #expect(report.phases.map(\.outcome) == [.failed, .skipped, .skipped])
    #expect(report.text.contains("\n  2 later phases were not run\n"))
  }

  @Test("on a terminal with colours, lines are coloured; without colours, there is no escape sequence") func colours()
    async throws
  {
    let report = try await report("# A\n> :open lab\n  Lab\n  echo: -\n# B\nlab> ping\n  pang\nlab> :now x\n")
    #expect(report.lines.map { $0.text(isColored: false) }.joined(separator: "\n") == report.text)
    let colored = report.lines.map { $0.text(isColored: true) }.filter { $0.contains("\u{1B}") }
    #expect(
      colored == [
        "\u{1B}[1;31mFAIL a.flow\u{1B}[0m", "\u{1B}[32m  ok   A\u{1B}[0m", "\u{1B}[1;31m  FAIL B\u{1B}[0m",
        "\u{1B}[31m      7 -   pang\u{1B}[0m", "\u{1B}[32m        +   pong\u{1B}[0m",
        "\u{1B}[1;31m        +   !! 'x' is not a date; write one such as 2014-05-21 or\u{1B}[0m",
        "\u{1B}[1;31m               2014-05-21T12:00\u{1B}[0m",
      ])
  }

  @Test("100,000 lines that all differ are compared and shown at once") func huge() {
    let old = (0..<100_000).map { "old \($0)" }, new = (0..<100_000).map { "new \($0)" }
    #expect(LineDifference.between(old, new).count == 200_000)
    var difference = PhaseDifference()
    let step = Flow.Step(screen: "", command: "x", output: old, line: 1, outputLine: 2)
    #expect(difference.lines([FlowResult.Step(expected: step, screen: "", output: new)]).count == 53)
  }
}
