import Testing

@testable import REPL

@Suite struct SessionRowTests {
  private func runs(_ text: String, prompt: Int = 0) -> [SessionRow.Run] {
    SessionRow(kind: .output, text: text, prompt: prompt).runs
  }

  @Test("a run begins behind two blanks, at its column") func blanks() {
    #expect(runs("  a b  c   ") == [.init(column: 2, width: 3, text: "a b"), .init(column: 7, width: 1, text: "c")])
    #expect(runs("").isEmpty && runs("   ").isEmpty)
  }

  @Test("a wide character takes two columns by itself, as at a terminal") func wide() {
    #expect(
      runs("a 你好b") == [
        .init(column: 0, width: 1, text: "a"), .init(column: 2, width: 2, text: "你"),
        .init(column: 4, width: 2, text: "好"), .init(column: 6, width: 1, text: "b"),
      ])
    #expect(runs("👩‍👧 x") == [.init(column: 0, width: 2, text: "👩‍👧"), .init(column: 3, width: 1, text: "x")])
    // A combining mark takes no column.
    #expect(runs("e\u{301}f") == [.init(column: 0, width: 2, text: "e\u{301}f")])
  }

  @Test("the prompt is a run of its own") func prompt() {
    #expect(
      runs("todo> add it", prompt: 6) == [
        .init(column: 0, width: 5, text: "todo>"), .init(column: 6, width: 6, text: "add it"),
      ])
  }

  private func rows(_ steps: DrawnStep..., columns: Int = 80) -> SessionRows {
    SessionRows([DrawnPhase(title: "T", steps: steps)], columns: columns)
  }

  @Test("rows have a kind, which a mark in front of them says, too") func kinds() {
    let output = ["a", "! b", "!! c", "+2s", "- d", "…", "", "todo>"]
    let rows = rows(DrawnStep(prompt: "p", command: "c", line: 1, output: output)).rows
    #expect(
      rows.map(\.kind) == [.title, .command, .output, .said, .harness, .quiet, .quiet, .quiet, .output, .output])
    #expect(rows.map(\.text) == ["# T", "p> c", "  a", "  ! b", "  !! c", "  +2s", "  - d", "  …", "", "  todo>"])
  }

  @Test("a long line goes on in the next row; a control character is written out") func long() {
    let rows = rows(DrawnStep(prompt: "", command: "say hello to all", line: 1, output: ["a\u{1B}b"]), columns: 12)
    #expect(rows.rows.map(\.text) == ["# T", "> say hello", "    to all", "  a\\u{1B}b"])
  }

  @Test("an animation types a command, then shows its answer, and later output later") func time() {
    let session = rows(
      DrawnStep(prompt: "", command: "go", line: 1, output: ["a", "+300ms", "b", "+2h", "c"]),
      DrawnStep(prompt: "", command: "stop", line: 7, output: []))
    #expect(session.rows.map(\.time) == [0, 0, 790, 1090, 1090, 2590, 2590, 3590])
    #expect(session.rows.compactMap(\.typing) == [500..<590, 4090..<4270])
    #expect(session.duration == 8870)
  }

  @Test("more than a thousand rows are counted, not shown") func limit() {
    let rows = rows(DrawnStep(prompt: "", command: "go", line: 1, output: Array(repeating: "a", count: 1500))).rows
    #expect(rows.count == 1001 && rows.last?.text == "… 502 more lines")
  }
}
