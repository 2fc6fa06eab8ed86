import Signals
import SignalsTesting
import Testing

@Suite struct VirtualTimeSchedulerTests {
  private let time = VirtualTimeScheduler()
  private let log = MutableProperty<[String]>([])

  private func note(_ line: String) { log.modify { $0.append("\(line)@\(time.now.components.seconds)") } }

  @Test func nothingRunsUntilTimeMoves() {
    time.schedule { note("now") }
    #expect(log.value == [])
    time.advance(by: .zero)
    #expect(log.value == ["now@0"])
  }

  @Test func equalTimesRunInTheOrderTheyWereScheduled() {
    for number in 0..<20 { time.schedule(after: .seconds(number % 2)) { note("\(number)") } }
    time.advance(by: .seconds(1))
    let even = stride(from: 0, to: 20, by: 2).map { "\($0)@0" }, odd = stride(from: 1, to: 20, by: 2).map { "\($0)@1" }
    #expect(log.value == even + odd)
  }

  @Test func workScheduledDuringAMoveRunsInThatMoveIfDue() {
    time.schedule(after: .seconds(1)) {
      note("a")
      time.schedule(after: .seconds(1)) { note("b") }
      time.schedule(after: .seconds(9)) { note("c") }
      time.schedule { note("d") }
    }
    time.advance(by: .seconds(2))
    #expect(log.value == ["a@1", "d@1", "b@2"])
    #expect(time.pending == 1 && time.nextDue == .seconds(10))
    time.run()
    #expect(log.value.last == "c@10")
  }

  @Test func disposedWorkDoesNotRunAndIsReleased() {
    #expect(isReleased { held in time.schedule(after: .seconds(1)) { withExtendedLifetime(held) {} }.dispose() })
    #expect(time.pending == 0 && time.nextDue == nil && !time.runNext())
  }

  @Test func waitingWorkIsReleasedWithTheSchedulerEvenIfItRetainsItsDisposable() {
    let isReleased = isReleased { held in
      let time = VirtualTimeScheduler(), dropping = DisposeBag()
      dropping.add(time.schedule(after: .seconds(1)) { withExtendedLifetime((held, dropping)) {} })
      #expect(time.pending == 1)
    }
    #expect(isReleased)
  }

  /// Operators with pending work.
  enum Waiting: CaseIterable, Sendable {
    case timer, delay, debounce, throttle, timeout, retry, delivery, start
    case delayedTimer, debouncedTimer, timerStartedThere, deliveryStartedThere, delayedTwice

    func signal(on time: VirtualTimeScheduler) -> Signal<Int, Never> {
      let value = Signal<Int, Never>.just(0).concat(.never)
      return switch self {
      case .timer: .timer(every: .seconds(1), on: time)
      case .delay: value.delay(.seconds(1), on: time)
      case .debounce: value.debounce(.seconds(1), on: time)
      case .throttle: value.throttle(.seconds(1), on: time)
      case .timeout:
        value.promoteFailure(to: MarbleFailure.self).timeout(.seconds(1), failingWith: MarbleFailure(), on: time)
          .catchToValue { _ in 1 }
      case .retry:
        Signal<Int, MarbleFailure>.fail(MarbleFailure()).retry(1, delay: { _, _ in .seconds(1) }, on: time)
          .catchToValue { _ in 1 }
      case .delivery: value.observe(on: time)
      case .start: value.subscribe(on: time)
      case .delayedTimer: Waiting.timer.signal(on: time).delay(.seconds(1), on: time)
      case .debouncedTimer: Waiting.timer.signal(on: time).debounce(.seconds(1), on: time)
      case .timerStartedThere: Waiting.timer.signal(on: time).subscribe(on: time)
      case .deliveryStartedThere: Waiting.delivery.signal(on: time).subscribe(on: time)
      case .delayedTwice: Waiting.delay.signal(on: time).delay(.seconds(1), on: time)
      }
    }
  }

  @Test(arguments: Waiting.allCases) func waitingWorkOfAnOperatorIsReleasedWithTheScheduler(waiting: Waiting) {
    let isReleased = isReleased { held in
      let time = VirtualTimeScheduler()
      waiting.signal(on: time).observeValues { _ in withExtendedLifetime(held) {} }
      #expect(time.pending == 1)
    }
    #expect(isReleased)
  }

  @Test func timeThatIsOverIsNotWaitedFor() {
    let (signal, input) = Signal<Int, Never>.pipe(), late: Recorder<Int, Never>
    do {
      let time = VirtualTimeScheduler()
      late = Recorder(signal.delay(.seconds(1), on: time))
      time.advance(by: .seconds(5))
    }
    input.send(1)
    input.complete()
    #expect(late.events.isEmpty)
  }

  @Test func timeDoesNotGoBack() {
    time.advance(by: .seconds(2))
    time.advance(by: .seconds(-1))
    #expect(time.now == .seconds(2))
    time.schedule(after: .seconds(-5)) { note("late") }
    time.advance(by: .zero)
    #expect(log.value == ["late@2"])
  }

  @Test func theClockSleepsInVirtualTime() {
    let recorder = Recorder(
      Signal<Duration, any Error>(on: time) { [time] in
        try await time.clock.sleep(for: .seconds(3))
        return time.clock.now.offset
      })
    time.run()
    #expect(recorder.values == [.seconds(3)])
  }

  @Test func sleepingUntilThePastDoesNotWait() async throws {
    time.advance(by: .seconds(5))
    try await time.clock.sleep(until: time.clock.now.advanced(by: .seconds(-1)))
    try await time.clock.sleep(until: time.clock.now)
    #expect(time.pending == 0)
  }

  @Test func momentsAreComparedAndMeasured() {
    let clock = time.clock, start = clock.now
    time.advance(by: .seconds(2))
    #expect(start < clock.now && start.duration(to: clock.now) == .seconds(2))
    #expect(clock.measure { time.advance(by: .milliseconds(3)) } == .milliseconds(3))
    #expect(clock.minimumResolution == .zero)
  }
}
