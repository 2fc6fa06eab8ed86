import Dispatch
import Signals
import SignalsTesting
import Testing

@Suite struct TimingTests {
  private let time = VirtualTimeScheduler()

  static let operators: [Operator] = [
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
  ]

  @Test(arguments: operators) func hasTheseRows(_ operation: Operator) throws { try operation.expectRows() }

  @Test func delayKeepsTheOrderOnAConcurrentQueue() async {
    let delayed = Signal<Int, Never>.from(0..<1000).delay(.milliseconds(1), on: .queue(.global()))
    #expect(await delayed.collect().firstValue() == Array(0..<1000))
  }

  @Test func aValueAtTheEndBelongsToTheWindowAndAnUnusedOneLeavesNoTimer() {
    let (source, input) = Signal<String, Never>.pipe()
    let recorder = Recorder(source.throttle(.seconds(3), on: time), on: time)
    input.send("a")
    time.schedule(after: .seconds(2)) { input.send("b") }
    time.schedule(after: .seconds(3)) { input.send("c") }
    time.run()
    #expect(recorder.entries.map { "\($0.event.value ?? "") \($0.time)" } == ["a 0.0 seconds", "c 3.0 seconds"])
    #expect(time.pending == 0)
  }

  @Test func theFailureOfATimeoutIsMadeWhenTheTimeHasRunOut() {
    let made = MutableProperty<[Duration]>([])
    @Sendable func failure() -> MarbleFailure {
      made.modify { [time] in $0.append(time.now) }
      return MarbleFailure()
    }
    let never = Signal<Int, MarbleFailure>.never.timeout(.seconds(1), failingWith: failure(), on: time)
    let recorder = Recorder(never, on: time)
    time.run()
    #expect(made.value == [.seconds(1)])
    #expect(recorder.failure == MarbleFailure())
  }

  @Test func aTimerTicksFromZeroAfterOnePeriodForEachObservation() throws {
    let ticks = Signal<Int, Never>.timer(every: .seconds(3), on: time).map(String.init)
    for diagram in ["---0--1--2-!----", "---0--(1!)"] { try expect(ticks, diagram, on: time) }
    try expect(ticks.prefix(2), "---0--(1|)--", on: time)
    #expect(time.pending == 0)
  }

  @Test func missedTicksComeAsTheLastOfThem() {
    let scheduler = ChangedTime(time: time)
    let recorder = Recorder(Signal.timer(every: .seconds(1), on: scheduler))
    time.advance(by: .seconds(2))
    // Asleep: the clock continues while no work runs.
    scheduler.ahead.value = .seconds(600)
    time.advance(by: .seconds(2))
    #expect(recorder.values == [0, 1, 602, 603])
    recorder.dispose()
  }
}
