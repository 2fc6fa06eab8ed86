import Signals
import SignalsTesting
import Testing

@Suite struct ExpectTests {
  private let time = VirtualTimeScheduler()

  private func mismatch(_ body: () throws -> Void) -> String? {
    #expect(throws: MarbleMismatch.self) { try body() }?.description
  }

  @Test func showsBothDiagramsAndTheFirstTickThatDiffers() {
    #expect(
      mismatch { try expect(time.cold("a-b-|"), "a-c-|", on: time) } == """
        expected  a-c-|
        received  a-b-|
        tick 2: expected c, received b
        """)
  }

  @Test func showsWhatIsMissingAndWhatIsTooMuch() {
    #expect(
      mismatch { try expect(time.cold("a--"), "a-(b|)", on: time) } == """
        expected  a-(b|)
        received  a--
        tick 2: expected b |, received nothing
        """)
    #expect(
      mismatch { try expect(time.cold("a^"), "a-", on: time) } == """
        expected  a-
        received  a^
        tick 1: expected nothing, received ^
        """)
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

  @Test func whatComesAfterTheDiagramIsNotLookedAt() throws {
    try expect(Signal<Int, Never>.timer(every: .seconds(1), on: time).map(String.init), "-01", on: time)
  }
}
