import Signals
import SignalsTesting
import Testing

@Suite struct SignalTraceTests {
  @Test func keepsEventNameTimeAndThreadAndADisposalOnlyBeforeTheEnd() throws {
    let time = VirtualTimeScheduler(), trace = SignalTrace(time)
    let observations = [
      try time.cold("a-|").named("first", in: trace).start(), try time.cold("-^").named("second", in: trace).start(),
      try time.cold("-").named("third", in: trace).start(),
    ]
    time.run()
    for observation in observations { observation.dispose() }
    #expect(
      trace.entries.map(\.description) == [
        "0.0 seconds first: observed", "0.0 seconds first: value(a)", "0.0 seconds second: observed",
        "0.0 seconds third: observed", "1.0 seconds second: failed(MarbleFailure())", "2.0 seconds first: completed",
        "2.0 seconds third: disposed",
      ])
    #expect(Set(trace.entries.map(\.thread)).count == 1)
  }
}
