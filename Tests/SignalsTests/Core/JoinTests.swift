import Dispatch
import Effort
import Signals
import SignalsTesting
import Testing

/// The laws of operators with a timer.
@Suite struct JoinTests {
  private static let timer = Operator("timer") { source, time in
    Signal.merge(source, Signal.timer(every: .seconds(1), on: time).map(String.init).promoteFailure())
  }

  @Test(arguments: TimingTests.operators + [timer], [true, false])
  func anEndLeavesNoTimer(_ operation: Operator, isDisposed: Bool) throws {
    let time = VirtualTimeScheduler(), (source, input) = Letters.pipe()
    let observation = try operation.operation(source, time).start()
    for _ in 0..<1000 { input.send("a") }
    // One timer is enough for any number of values, but `delay` has one for each event under way.
    let timers = ["delay": 1000, "throttle(latest: false)": 0][operation.testDescription] ?? 1
    let pending = time.pending
    if isDisposed { observation.dispose() } else { input.fail(MarbleFailure()) }
    #expect([pending, time.pending] == [timers, 0])
  }

  /// The operators with a delay of an hour, on a queue.
  private static let hourly: [(String, @Sendable (Letters, any Scheduler) -> Letters)] = [
    ("debounce", { $0.debounce(.seconds(3600), on: $1) }), ("delay", { $0.delay(.seconds(3600), on: $1) }),
    ("throttle", { $0.throttle(.seconds(3600), on: $1) }),
    ("timeout", { $0.timeout(.seconds(3600), failingWith: MarbleFailure(), on: $1) }),
    ("retry", { $0.concat(.fail(MarbleFailure())).retry(9, delay: { _, _ in .seconds(3600) }, on: $1) }),
  ]

  @Test(arguments: hourly)
  func nothingIsLeftOfTheTimerOfADisposedObservation(
    _ name: String, _ operation: @Sendable (Letters, any Scheduler) -> Letters
  ) {
    let scheduler = ObservedQueue(),
      delayed = operation(.just("a").concat(name == "retry" ? .empty : .never), scheduler)
    let count = Effort.runs(short: 1_000, full: 10_000)
    for _ in 0..<count { delayed.start().dispose() }
    #expect(scheduler.scheduled == count)
    #expect(scheduler.alive == 0)
  }

  @Test func nothingIsLeftOfTheTimersThatLaterValuesReplace() {
    let scheduler = ObservedQueue(), (source, input) = Letters.pipe()
    let observation = source.debounce(.seconds(3600), on: scheduler).start()
    let count = Effort.runs(short: 20_000, full: 200_000)
    for _ in 0..<count { input.send("a") }
    #expect(scheduler.scheduled == count)
    // The observation's list of teardowns drops those that are over when it grows.
    #expect(scheduler.alive < 20)
    observation.dispose()
    #expect(scheduler.alive == 0)
  }

  @Test(arguments: [
    (1, Operator("debounce") { $0.debounce(.seconds(1), on: $1) }),
    (2, Operator("throttle") { $0.throttle(.seconds(1), on: $1) }),
  ]) func losesNothingWhenATimerRacesTheCompletion(sends: Int, operation: Operator) async throws {
    for round in 0..<500 {
      let time = VirtualTimeScheduler(), values = MutableProperty(0), (source, input) = Letters.pipe()
      try operation.operation(source, time).observe { if $0.value != nil { values.modify { $0 += 1 } } }
      for _ in 0..<sends { input.send("a") }
      await race({ time.advance(by: .seconds(1)) }, { input.complete() })
      time.run()
      #expect(values.value == sends, "round \(round)")
    }
  }

  /// Runs in a process of its own: a held lock would stop the process.
  @Test func droppedObjectsAreReleasedOutsideTheState() async {
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

  @Test func aTimerThatFiresWhileItIsReplacedDoesNothing() {
    let passes = MutableProperty(false), time = VirtualTimeScheduler(), (source, input) = Letters.pipe()
    // Time passes while a timer is being set.
    let scheduler = ChangedTime(time: time) { time, delay, work in
      if passes.value { time.advance(by: delay) }
      return time.schedule(after: delay, work)
    }
    let recorder = Recorder(source.debounce(.seconds(1), on: scheduler))
    input.send("a")
    passes.value = true
    input.send("b")
    let early = recorder.values
    time.advance(by: .seconds(1))
    input.complete()
    #expect([early, recorder.values] == [[], ["b"]])
  }
}

/// A queue that knows which of its scheduled work is in memory.
private struct ObservedQueue: Scheduler {
  private let queue = DispatchScheduler(DispatchQueue(label: "observed"))
  private let work = MutableProperty<[Weak<Disposable>]>([])

  var scheduled: Int { work.value.count }
  var alive: Int { work.value.count { $0.object != nil } }
  var now: Duration { queue.now }

  func schedule(after delay: Duration, _ body: @escaping @Sendable () -> Void) -> Disposable {
    let disposable = queue.schedule(after: delay, body)
    work.modify { $0.append(Weak(disposable)) }
    return disposable
  }
}
