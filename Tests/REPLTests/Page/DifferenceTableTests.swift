import Testing

@testable import REPL
@testable import REPLTools

@Suite struct DifferenceTableTests {
  private func reading(_ old: [String], _ new: [String]) -> MarkupReading {
    let difference = StepDifference(command: "save <it>", line: 7, old: old, new: new)
    return MarkupReading(DifferenceTable(difference: difference, sides: .init(old: "recorded", new: "now")).html)
  }

  @Test("a table has a caption with the command, and the names and the cells of its two sides") func sides() {
    let reading = reading(["a", "b", "<c>"], ["a", "x", "y", "z"])
    #expect(reading.problem == nil)
    #expect(reading.all("caption").map(\.text) == ["Line 7: save <it>"])
    #expect(reading.all("th").map { [$0.text, $0.attributes["scope"]] } == [["recorded", "col"], ["now", "col"]])
    #expect(["del", "ins", "td"].map { reading.all($0).count } == [2, 3, 16])
  }

  private static let same = (1...20).map { "\($0)" }
  private static let tables: [(old: [String], new: [String], rows: [String])] = [
    (["a", "b", "<c>"], ["a", "x", "y", "z"], ["aa", "−b+x", "−<c>+y", "+z"]),
    (
      same + ["a"], same + ["b"],
      ["11", "22", "33", "44", "… 11 lines are the same"] + ["1616", "1717", "1818", "1919", "2020", "−a+b"]
    ),
    ([], (1...1000).map { "\($0)" }, (1...400).map { "+\($0)" } + ["… 600 more lines"]),
    (
      ["a\u{1B}[2J"], [String(repeating: "b", count: 900)], ["−a\\u{1B}[2J+" + String(repeating: "b", count: 499) + "…"]
    ),
  ]

  @Test(
    "changed lines stand side by side, each with a mark; long runs, long lines and many rows are cut", arguments: tables
  )
  func rows(_ old: [String], _ new: [String], _ rows: [String]) {
    #expect(reading(old, new).all("tr").dropFirst().map(\.text) == rows)
  }
}
