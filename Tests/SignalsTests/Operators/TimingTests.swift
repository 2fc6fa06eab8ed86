import Dispatch
import Signals
import SignalsTesting
import Testing

@Suite struct TimingTests {
  private let time = VirtualTimeScheduler()

  @Test(arguments: [
    Operator(
      "debounce",
      ["ab----c---|": "---b----c-|", "--|": "--|", "a^": "-^--", "a|": "-(a|)", "a---b^": "--a--^", "ab!": "--!--"]
    ) { source, time in source.debounce(.seconds(2), on: time) },
    Operator(
      "delay", ["a-b|": "--a-b|", "|": "--|", "ab--^": "--ab^", "a-^": "--^", "a^": "-^--", "a-b!": "--a!-"]
    ) { source, time in source.delay(.seconds(2), on: time) },
    Operator(
      "throttle",
      [
        "abc-----d|": "a--c----d|", "-|": "-|", "ab^": "a-^--", "ab|": "a--(b|)", "a|": "a|", "ab!": "a-!--",
        "abcdefgh---|": "a--d--g--h-|", "a--b|": "a--b|",
      ]
    ) { source, time in source.throttle(.seconds(3), on: time) },
    Operator(
      "throttle(latest: false)",
      ["abcdefg|": "a--d--g|", "-|": "-|", "ab^": "a-^", "ab|": "a-|", "a--b|": "a--b|", "ab!": "a-!--"]
    ) { source, time in source.throttle(.seconds(3), latest: false, on: time) },
    Operator("timeout", ["a--b----c|": "a--b---^--", "a-|": "a-|", "----|": "----^", "a^": "a^", "a-----!": "a--!-"]) {
      source, time in
      source.timeout(.seconds(4), failingWith: MarbleFailure(), on: time)
    },
  ]) func hasTheseRows(_ operation: Operator) throws { try expectRows(operation.rows, operation.operation) }

  @Test func delayKeepsTheOrderOnAConcurrentQueue() async {
    let delayed = Signal<Int, Never>.from(0..<1000).delay(.milliseconds(1), on: .queue(.global()))
    #expect(await delayed.collect().firstValue() == Array(0..<1000))
  }

  // MARK: Throttle

  @Test func aValueExactlyAtTheEndCountsAsTheLastOfTheWindow() {
    let (source, input) = Signal<String, Never>.pipe()
    let recorder = Recorder(source.throttle(.seconds(3), on: time), on: time)
    input.send("a")
    time.schedule(after: .seconds(2)) { input.send("b") }
    time.schedule(after: .seconds(3)) { input.send("c") }
    time.advance(by: .seconds(3))
    #expect(recorder.values == ["a", "c"])
  }

  @Test func aWindowThatClosedUnusedLeavesNoTimer() throws {
    let recorder = Recorder(try time.hot("a").throttle(.seconds(1), on: time), on: time)
    time.run()
    #expect(time.pending == 0 && recorder.values == ["a"])
  }

  /// Runs in a process of its own: a held lock would stop the process.
  @Test func throttleReleasesDroppedObjectsOutsideItsState() async {
    await #expect(processExitsWith: .success) {
      let time = VirtualTimeScheduler()
      let (signal, input) = Signal<Reader, Never>.pipe()
      signal.throttle(.seconds(1), on: time).start()
      input.send(Reader())
      input.send(Reader { time.advance(by: .seconds(1)) })
      input.send(Reader())
      // No work is left pending, because work held by the time would keep the time alive.
      input.complete()
      time.run()
      endNow()
    }
  }

  // MARK: Timeout

  @Test func theFailureIsMadeWhenTheTimeHasRunOut() {
    let made = MutableProperty(0)
    @Sendable func failure() -> MarbleFailure {
      made.value += 1
      return MarbleFailure()
    }
    let never = Signal<Int, MarbleFailure>.never.timeout(.seconds(1), failingWith: failure(), on: time)
    let recorder = Recorder(never, on: time)
    #expect(made.value == 0)
    time.run()
    #expect(made.value == 1 && recorder.failure == MarbleFailure())
  }

  @Test func timeoutNeedsOneTimerForManyValues() {
    let (signal, input) = Signal<Int, MarbleFailure>.pipe()
    let recorder = Recorder(signal.timeout(.seconds(4), failingWith: MarbleFailure(), on: time), on: time)
    for number in 0..<1000 {
      input.send(number)
      time.advance(by: .seconds(1))
    }
    #expect(time.pending == 1)
    time.advance(by: .seconds(2))
    #expect(recorder.failure == nil)
    time.advance(by: .seconds(1))
    #expect(recorder.failure == MarbleFailure())
  }

  // MARK: Timer

  @Test func aTimerTicksFromZeroAfterOnePeriodForEachObservation() throws {
    let ticks = Signal<Int, Never>.timer(every: .seconds(3), on: time).map(String.init)
    try expect(ticks, "---0--1--2-!----", on: time)
    try expect(ticks, "---0--(1!)", on: time)
    try expect(ticks.prefix(2), "---0--(1|)--", on: time)
    #expect(time.pending == 0)
  }

  @Test func aPeriodOfNothingIsRefused() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = Signal<Int, Never>.timer(every: .zero, on: .immediate)
    }
    #expect(result.text.contains("a timer ticks every 0.0 seconds, without end; give it a period above zero"))
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
    let scheduler = Suspended(time: time)
    let recorder = Recorder(Signal.timer(every: .seconds(1), on: scheduler))
    time.advance(by: .seconds(2))
    scheduler.asleep.value = .seconds(600)
    time.advance(by: .seconds(2))
    #expect(recorder.values == [0, 1, 602, 603])
    recorder.dispose()
  }
}
