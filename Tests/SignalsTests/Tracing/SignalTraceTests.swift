import Signals
import SignalsTesting
import Testing

@Suite struct SignalTraceTests {
  private let time = VirtualTimeScheduler()

  @Test func keepsEventNameTimeAndThread() throws {
    let trace = SignalTrace(time)
    let first = Recorder(try time.cold("a-|").named("first", in: trace), on: time)
    let second = Recorder(try time.cold("-^").named("second", in: trace), on: time)
    time.run()
    #expect(
      trace.entries.map(\.description) == [
        "0.0 seconds first: observed", "0.0 seconds first: value(a)", "0.0 seconds second: observed",
        "1.0 seconds second: failed(MarbleFailure())", "2.0 seconds first: completed",
      ])
    #expect(Set(trace.entries.map(\.thread)).count == 1)
    withExtendedLifetime((first, second)) {}
  }

  @Test func tellsOfADisposalOnlyBeforeTheEnd() {
    let trace = SignalTrace(time)
    Signal<Int, Never>.never.named("x", in: trace).start().dispose()
    Signal<Int, Never>.empty.named("y", in: trace).start().dispose()
    #expect(
      trace.entries.map { "\($0.name) \($0.event)" } == ["x observed", "x disposed", "y observed", "y completed"])
  }
}
