import Signals
import SignalsTesting
import Testing

@Suite struct TimeoutTests {
  @Test func failsAfterTheLongestSilenceAllowed() throws {
    try expectRows(
      ["a--b----c|": "a--b---^--", "a-|": "a-|", "----|": "----^", "a^": "a^", "a-----!": "a--!-"]
    ) { source, time in source.timeout(.seconds(4), failingWith: MarbleFailure(), on: time) }
  }

  @Test func theFailureIsMadeWhenTheTimeHasRunOut() {
    let time = VirtualTimeScheduler()
    let made = MutableProperty(0)
    let never = Signal<Int, MarbleFailure>.never.timeout(
      .seconds(1),
      failingWith: {
        made.value += 1; return MarbleFailure()
      }(), on: time)
    let recorder = Recorder(never, on: time)
    #expect(made.value == 0)
    time.run()
    #expect(made.value == 1)
    #expect(recorder.failure == MarbleFailure())
  }

  @Test func manyValuesNeedOneTimer() {
    let time = VirtualTimeScheduler()
    let (signal, input) = Signal<Int, MarbleFailure>.pipe()
    let recorder = Recorder(signal.timeout(.seconds(4), failingWith: MarbleFailure(), on: time), on: time)
    for number in 0..<1000 {
      input.send(number)
      time.advance(by: .seconds(1))
    }
    #expect(time.pending == 1)
    #expect(recorder.failure == nil)
    time.advance(by: .seconds(2))
    #expect(recorder.failure == nil)
    time.advance(by: .seconds(1))
    #expect(recorder.failure == MarbleFailure())
  }
}
