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

  @Test func aPeriodOfNothingIsRefused() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = Signal<Int, Never>.timer(every: .zero, on: .immediate)
    }
    #expect(result.text.contains("a timer ticks every 0.0 seconds, without end; give it a period above zero"))
  }

  @Test func endsWithAnOperatorThatEnds() throws {
    let time = VirtualTimeScheduler()
    try expect(Signal<Int, Never>.timer(every: .seconds(1), on: time).prefix(2).map(String.init), "-0(1|)--", on: time)
    #expect(time.pending == 0)
  }

  /// A scheduler whose clock continues while no work runs.
  private struct Suspended: Scheduler {
    let time: VirtualTimeScheduler
    let asleep = MutableProperty(Duration.zero)

    var now: Duration { time.now + asleep.value }
    func schedule(_ work: @escaping @Sendable () -> Void) -> Disposable { time.schedule(work) }
    func schedule(after delay: Duration, _ work: @escaping @Sendable () -> Void) -> Disposable {
      time.schedule(after: delay, work)
    }
  }

  @Test func missedTicksComeAsTheLastOfThem() {
    let scheduler = Suspended(time: VirtualTimeScheduler())
    let recorder = Recorder(Signal.timer(every: .seconds(1), on: scheduler))
    scheduler.time.advance(by: .seconds(2))
    scheduler.asleep.value = .seconds(600)
    scheduler.time.advance(by: .seconds(2))
    #expect(recorder.values == [0, 1, 602, 603])
    recorder.dispose()
  }
}
