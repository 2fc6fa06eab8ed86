import Dispatch
import Signals
import SignalsTesting
import Testing

@Suite struct DelayTests {
  @Test func delaysValuesAndCompletionAndNoFailure() throws {
    try expectRows(
      ["a-b|": "--a-b|", "|": "--|", "ab--^": "--ab^", "a-^": "--^", "a^": "-^--", "a-b!": "--a!-"]
    ) { source, time in source.delay(.seconds(2), on: time) }
  }

  @Test func keepsTheOrderOnAConcurrentQueue() async {
    let delayed = Signal<Int, Never>.from(0..<1000).delay(.milliseconds(1), on: .queue(.global()))
    #expect(await delayed.collect().firstValue() == Array(0..<1000))
  }
}
