import Signals
import SignalsTesting
import Testing

@Suite struct TimerTests {
  @Test func ticksFromZeroAfterOnePeriod() throws {
    let time = VirtualTimeScheduler()
    let ticks = Signal<Int, Never>.timer(every: .seconds(3), on: time).map(String.init)
    try expect(ticks, "---0--1--2-!----", on: time)
    #expect(time.pending == 0)
  }

  @Test func eachObservationHasItsOwnTicks() throws {
    let time = VirtualTimeScheduler()
    let ticks = Signal<Int, Never>.timer(every: .seconds(1), on: time).map(String.init)
    try expect(ticks, "-01(2!)", on: time)
    try expect(ticks, "-0(1!)", on: time)
  }

  @Test func endsWithAnOperatorThatEnds() throws {
    let time = VirtualTimeScheduler()
    try expect(Signal<Int, Never>.timer(every: .seconds(1), on: time).prefix(2).map(String.init), "-0(1|)--", on: time)
    #expect(time.pending == 0)
  }
}
