import Testing

@testable import REPL
@testable import REPLTools

@Suite struct TimeLinePictureTests {
  private func reading(_ marks: [TimeLineMark]) -> MarkupReading {
    MarkupReading(TimeLinePicture(marks, id: "flow-1").svg)
  }

  @Test("a row for each name, each mark right of the one before it, a bar from the beginning to the end") func marks() {
    let reading = reading([
      .init(time: .zero, row: "typed", kind: .value("save")), .init(time: .zero, row: "call", kind: .began),
      .init(time: .milliseconds(300), row: "call", kind: .failed("no <net>")),
      .init(time: .milliseconds(300), row: "status", kind: .value("a long text that is cut")),
      .init(time: .seconds(2), row: "status", kind: .completed),
    ])
    #expect(
      ["row", "time", "text"].map { reading.all("text", class: $0).map(\.text) } + [reading.all("title").map(\.text)]
        == [
          ["typed", "call", "status"], ["0s", "300ms", "2s"], ["save", "a long text tha…"],
          [
            "typed at 0s: save", "call at 0s: begins", "call at 300ms: fails: no <net>",
            "status at 300ms: a long text that is cut", "status at 2s: has ended",
          ],
        ])
    let middles = reading.all("text", class: "text").compactMap { Double($0.attributes["x"] ?? "") }
    let marks = [reading.all("rect", class: "bar"), reading.all("path", class: "cross")].map(\.count)
    #expect(reading.problem == nil)
    #expect(marks == [1, 1])
    #expect(middles == middles.sorted())
    #expect(middles.count == 2)
  }

  @Test(
    "a bar that does not end goes on to the edge, times have room for their text, and marks beyond a limit are counted")
  func room() {
    let reading = reading(
      [.init(time: .zero, row: "call", kind: .began)]
        + (0..<5).map { .init(time: .milliseconds(100_001 + $0), row: "a", kind: .value("x")) })
    let width = reading.all("rect", class: "bar").first.flatMap { Double($0.attributes["width"] ?? "") } ?? 0
    let starts = reading.all("text", class: "time").compactMap { Double($0.attributes["x"] ?? "") }.dropFirst()
    #expect(width > 250)
    #expect(starts.count == 5)
    #expect(zip(starts.dropFirst(), starts).allSatisfy { $0 - $1 >= 8 * 7.2 })
    let many = self.reading((0..<1000).map { .init(time: .seconds($0), row: "a", kind: .value("x")) })
    #expect(many.all("rect", class: "value").count == 400)
    #expect(many.elements.first?.attributes["aria-label"] == "Time line of a, the first 400 of 1000 marks")
  }
}
