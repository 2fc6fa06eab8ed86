import Signals
import SignalsTesting
import Testing

/// The laws of operators with a timer.
@Suite struct JoinTests {
  private static let timer = Operator("timer") { source, time in
    source.merge(with: Signal.timer(every: .seconds(1), on: time).map(String.init).promoteFailure())
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
