import Signals
import SignalsTesting
import Testing

@Suite struct ExpectTests {
  private let time = VirtualTimeScheduler()

  /// The description of the error that `body` throws.
  private func error(_ body: () throws -> Void) -> String? {
    do { try body() } catch { return "\(error)" }
    return nil
  }

  private func mismatch(_ signal: Letters, _ diagram: String) -> String? {
    error { try expect(signal, diagram, on: time) }
  }

  @Test func aMismatchShowsBothDiagramsAndTheFirstTickThatDiffers() throws {
    let rows: [(source: String, diagram: String, difference: String)] = [
      ("a-b-|", "a-c-|", "tick 2: expected c, received b"), ("a--", "a-(b|)", "tick 2: expected b |, received nothing"),
      ("a^", "a-", "tick 1: expected nothing, received ^"), ("a", "", "tick 0: expected nothing, received a"),
    ]
    #expect(
      try rows.map { mismatch(try time.cold($0.source), $0.diagram) }
        == rows.map { "expected  \($0.diagram)\nreceived  \($0.source)\n\($0.difference)" })
  }

  @Test func aMismatchNamesValuesWithoutALetterAndEventsBetweenTwoTicks() {
    let letters = error { try expect(Signal<Int, Never>.from([1, 7]), "(12|)", ["1": 1, "2": 2], on: time) }
    #expect(
      [letters, mismatch(.just("a").delay(.milliseconds(1500), on: time), "-(a|)-")] == [
        """
        expected  (12|)
        received  (1?|)
        tick 0: expected 1 2 |, received 1 ? |
        ? is 7
        """,
        """
        expected  -(a|)-
        received  -(a|)-
        a came between tick 1 and tick 2, at 1.5 seconds
        | came between tick 1 and tick 2, at 1.5 seconds
        """,
      ])
  }

  @Test func laterEventsAndOtherLettersMatchAndOddTicksAreExact() throws {
    try expect(Signal<Int, Never>.timer(every: .seconds(1), on: time).map(String.init), "-01", on: time)
    for diagram in ["(ab|)", "(ba|)"] {
      try expect(Signal<Int, Never>.from([1, 1]), diagram, ["a": 1, "b": 1], on: time)
    }
    for nanoseconds in [1, 3, 7, 333_333_333, 999_999_937, 16_666_667] {
      let diagram = String(repeating: "a", count: 200), tick = Duration.nanoseconds(nanoseconds)
      try expect(time.cold(diagram, tick: tick), diagram, tick: tick, on: time)
    }
  }

  @Test func aDiagramIsPrintedAsItWasReadWithoutSpaces() throws {
    let diagrams = ["", "-", "a-b|", "a(bc)-^", "--(ab|)", "a!", "(a!)-", " a - b | "]
    #expect(try diagrams.map { try MarbleDiagram($0).description } == diagrams.map { $0.replacing(" ", with: "") })
  }

  @Test func anUnreadableDiagramOrALetterThatStandsForNothingIsNamed() {
    let rows: [String: String] = [
      "a*": "a*\n ↑ '*' is not a mark; use - a…z 0…9 | ^ ! ( )", "a(b": "a(b\n   ↑ '(' without ')' after it",
      "ab)": "ab)\n  ↑ ')' without '(' before it", "(a(b))": "(a(b))\n  ↑ groups cannot be nested",
      "(a-b)": "(a-b)\n  ↑ a group is one tick: '-' cannot be inside it",
      "ax|": "ax|: no value was given for 'x'", "a!": "a!: '!' disposes an observation, so it cannot be in a source",
    ]
    for (diagram, message) in rows {
      let cold = error { _ = try time.cold(diagram, ["a": 1, "b": 2], failure: MarbleFailure()) }
      let hot = error { _ = try time.hot(diagram, ["a": 1, "b": 2], failure: MarbleFailure()) }
      #expect([cold, hot] == [message, message])
    }
  }
}
