import Testing

@testable import REPL

@Suite struct TimeLinePictureTests {
  private func reading(_ entries: [TimeLine.Entry]) -> MarkupReading {
    MarkupReading(TimeLinePicture(TimeLine(entries: entries)).svg)
  }

  private let entries: [TimeLine.Entry] = [
    .init(time: .zero, row: "typed", mark: .value("save")), .init(time: .zero, row: "call", mark: .began),
    .init(time: .milliseconds(300), row: "call", mark: .failed("no <net>")),
    .init(time: .milliseconds(300), row: "status", mark: .value("a long text that is cut")),
    .init(time: .seconds(2), row: "status", mark: .completed),
  ]

  @Test("a row for each name, each mark right of the one before it, a bar from the beginning to the end") func marks() {
    let reading = reading(entries)
    #expect(reading.problem == nil)
    #expect(
      ["row", "time", "text"].map { reading.all("text", class: $0).map(\.text) } == [
        ["typed", "call", "status"], ["0s", "300ms", "2s"], ["save", "a long text tha…"],
      ])
    #expect(
      reading.all("title").map(\.text) == [
        "typed at 0s: save", "call at 0s: begins", "call at 300ms: fails: no <net>",
        "status at 300ms: a long text that is cut", "status at 2s: has ended",
      ])
    #expect(reading.all("rect", class: "bar").count == 1 && reading.all("path", class: "cross").count == 1)
    let middles = reading.all("text", class: "text").compactMap { Double($0.attributes["x"] ?? "") }
    #expect(middles == middles.sorted() && middles.count == 2)
  }

  @Test("a bar that does not end goes on to the edge; times have room for their text") func room() throws {
    let reading = reading(
      [.init(time: .zero, row: "call", mark: .began)]
        + (0..<5).map { .init(time: .milliseconds(100_001 + $0), row: "a", mark: .value("x")) })
    let bar = try #require(reading.all("rect", class: "bar").first), width = Double(bar.attributes["width"] ?? "")
    #expect(try #require(width) > 250)
    let starts = reading.all("text", class: "time").compactMap { Double($0.attributes["x"] ?? "") }
    #expect(zip(starts.dropFirst().dropFirst(), starts.dropFirst()).allSatisfy { $0 - $1 >= 8 * 7.2 })
  }

  @Test("a picture says how many marks it leaves out") func limit() {
    let reading = reading((0..<1000).map { .init(time: .seconds($0), row: "a", mark: .value("x")) })
    #expect(reading.all("rect", class: "value").count == 400)
    #expect(reading.elements.first?.attributes["aria-label"] == "Time line of a, the first 400 of 1000 marks")
  }
}
