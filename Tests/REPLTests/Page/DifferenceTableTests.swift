import Testing

@testable import REPL

@Suite struct DifferenceTableTests {
  private func reading(_ old: [String], _ new: [String]) -> MarkupReading {
    let difference = StepDifference(command: "save <it>", line: 7, old: old, new: new)
    return MarkupReading(DifferenceTable(difference, .init(old: "recorded", new: "now")).html)
  }

  private func rows(_ old: [String], _ new: [String]) -> [String] {
    reading(old, new).all("tr").dropFirst().map(\.text)
  }

  @Test("removed and added lines stand side by side, each with a mark; the caption names the command")
  func sides() {
    let reading = reading(["a", "b", "<c>"], ["a", "x", "y", "z"])
    #expect(reading.problem == nil && reading.all("caption").map(\.text) == ["Line 7: save <it>"])
    #expect(reading.all("th").map { [$0.text, $0.attributes["scope"]] } == [["recorded", "col"], ["now", "col"]])
    #expect(reading.all("tr").dropFirst().map(\.text) == ["aa", "−b+x", "−<c>+y", "+z"])
    #expect(["del", "ins", "td"].map { reading.all($0).count } == [2, 3, 8])
  }

  @Test("a long run that is the same is folded, and rows past the limit are counted") func folded() {
    let same = (1...20).map { "\($0)" }
    #expect(
      rows(same + ["a"], same + ["b"]) == [
        "11", "22", "33", "44", "… 11 lines are the same", "1616", "1717", "1818", "1919", "2020", "−a+b",
      ])
    let rows = rows([], (1...1000).map { "\($0)" })
    #expect(rows.count == 401 && rows.last == "… 600 more lines")
  }

  @Test("control characters are written out, and a line that is very long is cut") func lines() {
    #expect(
      rows(["a\u{1B}[2J"], [String(repeating: "b", count: 900)]) == [
        "−a\\u{1B}[2J+" + String(repeating: "b", count: 499) + "…"
      ])
  }
}
