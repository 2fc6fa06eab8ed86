import Signals
import SignalsTesting
import Testing

@Suite struct VirtualTimeSchedulerTests {
  private let time = VirtualTimeScheduler()
  private let log = MutableProperty<[String]>([])

  private func note(_ line: String) { log.modify { $0.append("\(line)@\(time.now.components.seconds)") } }

  @Test func workRunsInTheMoveThatReachesItInTheOrderItWasScheduledAndNeverInThePast() {
    for number in 0..<6 { time.schedule(after: .seconds(number % 2)) { note("\(number)") } }
    time.schedule(after: .seconds(1)) {
      note("a")
      time.schedule(after: .seconds(1)) { note("b") }
      time.schedule(after: .seconds(9)) { note("c") }
      time.schedule { note("d") }
    }
    note("scheduled")
    time.advance(by: .zero)
    note("zero")
    time.advance(by: .seconds(2))
    note("two, \(time.pending) left until \(time.nextDue ?? .zero)")
    time.run()
    time.advance(by: .seconds(-1))
    time.schedule(after: .seconds(-5)) { note("late") }
    time.advance(by: .zero)
    #expect(
      log.value == [
        "scheduled@0", "0@0", "2@0", "4@0", "zero@0", "1@1", "3@1", "5@1", "a@1", "d@1", "b@2",
        "two, 1 left until 10.0 seconds@2", "c@10", "late@10",
      ])
  }

  @Test func disposedWorkDoesNotRunAndIsReleased() {
    let isReleased = isReleased { held in
      time.schedule(after: .seconds(1)) { withExtendedLifetime(held) { note("disposed") } }.dispose()
    }
    #expect(isReleased && time.pending == 0 && time.nextDue == nil && !time.runNext() && log.value == [])
  }

  @Test func waitingWorkIsReleasedWithTheSchedulerEvenIfItRetainsItsDisposable() {
    let isReleased = isReleased { held in
      let time = VirtualTimeScheduler(), dropping = DisposeBag()
      dropping.add(time.schedule(after: .seconds(1)) { withExtendedLifetime((held, dropping)) {} })
    }
    #expect(isReleased)
  }

  /// Operators with pending work.
  private static let waiting: [String: @Sendable (VirtualTimeScheduler) -> Signal<Int, Never>] = {
    typealias Numbers = Signal<Int, Never>
    @Sendable func timer(_ time: VirtualTimeScheduler) -> Numbers { .timer(every: .seconds(1), on: time) }
    @Sendable func failing(_ value: Numbers) -> Signal<Int, MarbleFailure> { value.promoteFailure() }
    let value = Numbers.just(0).concat(.never)
    return [
      "timer": timer, "delay": { value.delay(.seconds(1), on: $0) },
      "debounce": { value.debounce(.seconds(1), on: $0) },
      "throttle": { value.throttle(.seconds(1), on: $0) },
      "timeout": { time in
        failing(value).timeout(.seconds(1), failingWith: MarbleFailure(), on: time).catchToValue { _ in 1 }
      },
      "retry": { time in
        Signal<Int, MarbleFailure>.fail(MarbleFailure()).retry(1, delay: { _, _ in .seconds(1) }, on: time)
          .catchToValue { _ in 1 }
      },
      "delivery": { value.observe(on: $0) }, "start": { value.subscribe(on: $0) },
      "delayed timer": { timer($0).delay(.seconds(1), on: $0) },
      "debounced timer": { timer($0).debounce(.seconds(1), on: $0) },
      "timer started there": { timer($0).subscribe(on: $0) },
      "delivery started there": { value.observe(on: $0).subscribe(on: $0) },
      "delayed twice": { value.delay(.seconds(1), on: $0).delay(.seconds(1), on: $0) },
    ]
  }()

  @Test func waitingWorkOfAnOperatorIsReleasedWithTheScheduler() {
    let kept = Self.waiting.filter { _, signal in
      var isWaiting = false
      let isReleased = isReleased { held in
        let time = VirtualTimeScheduler()
        signal(time).observeValues { _ in withExtendedLifetime(held) {} }
        isWaiting = time.pending == 1
      }
      return !isReleased || !isWaiting
    }
    #expect(kept.keys.sorted() == [])
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

  @Test func theClockSleepsAndMeasuresInVirtualTimeAndDoesNotWaitForThePast() async throws {
    let clock = time.clock, start = clock.now
    let recorder = Recorder(
      Signal<Duration, any Error>(on: time) { [time] in
        try await clock.sleep(for: .seconds(3))
        return time.clock.now.offset
      })
    time.run()
    for past in [clock.now, clock.now.advanced(by: .seconds(-1))] { try await clock.sleep(until: past) }
    #expect(recorder.values == [.seconds(3)] && time.pending == 0)
    let measured = [start.duration(to: clock.now), clock.measure { time.advance(by: .milliseconds(3)) }]
    #expect(start < clock.now && measured == [.seconds(3), .milliseconds(3)] && clock.minimumResolution == .zero)
  }
}
