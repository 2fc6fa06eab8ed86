import Signals
import SignalsTesting
import Testing

@Suite struct DelayTests {
  @Test func delaysValuesAndCompletion() throws {
    try expectRows(["a-b|": "--a-b|", "|": "--|", "ab--^": "--ab^", "a-^": "--^", "a-b!": "--a!-"]) { source, time in
      source.delay(.seconds(2), on: time)
    }
  }

  @Test func aFailureOvertakesWhatIsUnderWay() throws {
    try expectRows(["a^": "-^--"]) { source, time in source.delay(.seconds(2), on: time) }
  }

  @Test func disposalDropsWhatIsUnderWay() throws {
    let time = VirtualTimeScheduler()
    Recorder(try time.cold("ab"), on: time).dispose()
    #expect(time.pending == 0)
  }
}
