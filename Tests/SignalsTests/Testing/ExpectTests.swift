import Signals
import SignalsTesting
import Testing

@Suite struct ExpectTests {
  private let time = VirtualTimeScheduler()

  private func mismatch(_ body: () throws -> Void) -> String? {
    #expect(throws: MarbleMismatch.self) { try body() }?.description
  }

  @Test(arguments: [
    ("a-b-|", "a-c-|", "tick 2: expected c, received b"), ("a--", "a-(b|)", "tick 2: expected b |, received nothing"),
    ("a^", "a-", "tick 1: expected nothing, received ^"), ("a", "", "tick 0: expected nothing, received a"),
  ]) func showsBothDiagramsAndTheFirstTickThatDiffers(source: String, diagram: String, difference: String) {
    #expect(
      mismatch { try expect(time.cold(source), diagram, on: time) }
        == "expected  \(diagram)\nreceived  \(source)\n\(difference)")
  }

  @Test func namesValuesNoLetterStandsFor() {
    #expect(
      mismatch { try expect(Signal<Int, Never>.from([1, 7]), "(12|)", ["1": 1, "2": 2], on: time) } == """
        expected  (12|)
        received  (1?|)
        tick 0: expected 1 2 |, received 1 ? |
        ? is 7
        """)
  }

  @Test func aDiagramThatCannotBeReadIsAnErrorOfItsOwn() {
    #expect(throws: MarbleSyntaxError.self) { try expect(time.cold("a|"), "a*", on: time) }
  }

  @Test func eventsAfterTheDiagramAreIgnored() throws {
    try expect(Signal<Int, Never>.timer(every: .seconds(1), on: time).map(String.init), "-01", on: time)
  }

  @Test func anEventBetweenTwoTicksIsAMismatch() {
    let late = Letters.just("a").delay(.milliseconds(1500), on: time)
    #expect(
      mismatch { try expect(late, "-(a|)-", on: time) } == """
        expected  -(a|)-
        received  -(a|)-
        a came between tick 1 and tick 2, at 1.5 seconds
        | came between tick 1 and tick 2, at 1.5 seconds
        """)
  }

  @Test(arguments: [1, 3, 7, 333_333_333, 999_999_937, 16_666_667]) func oddTicksAreExact(nanoseconds: Int) throws {
    let diagram = String(repeating: "a", count: 200), tick = Duration.nanoseconds(nanoseconds)
    try expect(time.cold(diagram, tick: tick), diagram, tick: tick, on: time)
  }

  @Test func aColumnThatTakesNoTimeIsRefused() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      try expect(Signal<String, Never>.just("a"), "(a|)", tick: .zero, on: VirtualTimeScheduler())
    }
    #expect(result.text.contains("a tick of 0.0 seconds is too short; it must be longer than zero"))
  }

  @Test func twoLettersMayStandForOneValue() throws {
    try expect(Signal<Int, Never>.from([1, 1]), "(ab|)", ["a": 1, "b": 1], on: time)
    try expect(Signal<Int, Never>.from([1, 1]), "(ba|)", ["a": 1, "b": 1], on: time)
  }
}
