import Signals
import SignalsTesting
import Testing

@Suite struct DebounceTests {
  @Test func waitsForSilence() throws {
    try expectRows(
      [
        "ab----c---|": "---b----c-|", "--|": "--|", "a^": "-^--", "a|": "-(a|)", "a---b^": "--a--^", "ab!": "--!--",
      ]
    ) { source, time in source.debounce(.seconds(2), on: time) }
  }

  @Test func aDisposedDebounceLeavesNoTimer() throws {
    let time = VirtualTimeScheduler()
    let (signal, input) = Signal<Int, Never>.pipe()
    let observation = signal.debounce(.seconds(1), on: time).start()
    input.send(1)
    #expect(time.pending == 1)
    observation.dispose()
    #expect(time.pending == 0)
  }

  @Test func onlyTheLastOfManyTimersIsKept() {
    let time = VirtualTimeScheduler()
    let (signal, input) = Signal<Int, Never>.pipe()
    signal.debounce(.seconds(1), on: time).start()
    for value in 0..<1000 { input.send(value) }
    #expect(time.pending == 1)
  }

  @Test func losesNothingWhenItsTimerRacesTheCompletion() async {
    for round in 0..<500 {
      let time = VirtualTimeScheduler(), values = MutableProperty(0)
      let (signal, input) = Signal<Int, Never>.pipe()
      signal.debounce(.seconds(1), on: time).observeValues { _ in values.modify { $0 += 1 } }
      for value in 0..<1 { input.send(value) }
      await race({ time.advance(by: .seconds(1)) }, { input.complete() })
      time.run()
      #expect(values.value == 1, "round \(round)")
    }
  }
}
