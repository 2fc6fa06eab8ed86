import Testing

@testable import REPL
@testable import REPLTools

@Suite struct SessionRowTests {
  private static let runsRows: [(String, Int, [String])] = [
    ("  a b  c   ", 0, ["2+3 a b", "7+1 c"]), ("", 0, []), ("   ", 0, []),
    ("a 你好b", 0, ["0+1 a", "2+2 你", "4+2 好", "6+1 b"]), ("👩‍👧 x", 0, ["0+2 👩‍👧", "3+1 x"]),
    // A combining mark takes no column, and the prompt is a run of its own.
    ("e\u{301}f", 0, ["0+2 e\u{301}f"]), ("todo> add it", 6, ["0+5 todo>", "6+6 add it"]),
  ]

  @Test(
    "a run begins behind two blanks, at its column; a wide character takes two columns by itself, as at a terminal",
    arguments: runsRows)
  func runs(_ text: String, _ prompt: Int, _ runs: [String]) {
    let row = SessionRow(kind: .output, text: text, prompt: prompt)
    #expect(row.runs.map { "\($0.column)+\($0.width) \($0.text)" } == runs)
  }

  private func rows(_ steps: DrawnStep..., columns: Int = 80) -> SessionRows {
    SessionRows([("T", steps)], columns: columns)
  }

  @Test("rows have a kind, which a mark in front of them says, too; long lines go on in the next row") func kinds() {
    let output = ["a", "! b", "!! c", "+2s", "- d", "…", "", "todo>", "a\u{1B}b"]
    let rows = rows(
      DrawnStep(prompt: "p", command: "c", line: 1, output: output),
      DrawnStep(prompt: "", command: "say hello to all", line: 9, output: []), columns: 12
    ).rows
    #expect(
      rows.map { "\($0.kind)|\($0.text)" } == [
        "title|# T", "command|p> c", "output|  a", "notice|  ! b", "harness|  !! c", "quiet|  +2s", "quiet|  - d",
        "quiet|  …", "output|", "output|  todo>", "output|  a\\u{1B}b", "command|> say hello", "command|    to all",
      ])
  }

  @Test("an animation comes to its first refusal or alert within five seconds") func point() {
    let command = String(repeating: "x", count: 100),
      open = DrawnStep(prompt: "", command: "open", line: 1, output: ["a"])
    func step(_ output: String) -> DrawnStep { DrawnStep(prompt: "", command: command, line: 2, output: [output]) }
    let long = rows(open, step("b"), step("c"), step("! no"), step("d")), short = rows(open, step("! no"))
    let times = [long, short].map { $0.rows.map(\.time) }
    #expect(times[0] == times[0].sorted())
    #expect(zip(long.rows, times[0]).first { $0.0.kind == .notice }?.1 == 5000)
    #expect(long.rows.last.map { $0.time - 5000 } == 2820)
    #expect(times[1].last == 2820)
  }

  @Test(
    "an animation begins with a screen, then types a command and shows its answer; rows above a thousand are counted")
  func time() {
    let session = rows(
      DrawnStep(prompt: "", command: "go", line: 1, output: ["a", "+300ms", "b", "+2h", "c"]),
      DrawnStep(prompt: "", command: "stop", line: 7, output: []))
    #expect(session.rows.map(\.time) == [0, 0, 0, 300, 300, 1800, 1800, 2800])
    #expect(session.duration == 8080)
    #expect(session.rows.compactMap(\.typing) == [3300..<3480])
    let many = rows(DrawnStep(prompt: "", command: "go", line: 1, output: Array(repeating: "a", count: 1500))).rows
    #expect(many.count == 1001)
    #expect(many.last?.text == "… 502 more lines")
  }
}
