import Signals
import SignalsTesting
import Testing

@Suite struct SignalTests {
  private typealias Numbers = Signal<Int, Never>

  @Test func nothingRunsUntilItIsObservedAndEveryObservationRunsItAgain() {
    let runs = MutableProperty(0), made = MutableProperty(0)
    let created = Numbers { emitter in
      runs.modify { $0 += 1 }
      emitter.send(runs.value)
      emitter.complete()
    }
    let deferred = Numbers.deferred {
      made.modify { $0 += 1 }
      return .just(made.value)
    }
    for (signal, count) in [(created, runs), (deferred, made)] {
      #expect([count.value, Recorder(signal).values.count, count.value, Recorder(signal).values[0]] == [0, 1, 1, 2])
    }
  }

  @Test func sources() throws {
    let sources: [(Letters, String)] = [
      (.just("a"), "(a|)"), (.empty, "|"), (.never, "-"), (.fail(MarbleFailure()), "^"), (.from(["a", "b"]), "(ab|)"),
      (.result { .success("a") }, "(a|)"), (.result { .failure(MarbleFailure()) }, "^"),
    ]
    for (source, diagram) in sources { try expect(source, diagram, on: VirtualTimeScheduler()) }
  }

  @Test(arguments: [true, false]) func teardownComesOnceAfterTheTerminalEventOrSilentlyWithADisposal(isEnding: Bool) {
    let log = MutableProperty<[String]>([])
    let signal = Numbers { emitter in
      // The emitter stays: its release would be a teardown, too.
      emitter.disposable.add(Disposable { withExtendedLifetime(emitter) { log.modify { $0.append("teardown") } } })
      emitter.send(1)
      if isEnding { for _ in 1...2 { emitter.complete() } }
    }
    let observation = signal.observe { event in log.modify { $0.append("\(event)") } }
    log.modify { $0.append("observed") }
    observation.dispose()
    #expect(log.value == ["value(1)"] + (isEnding ? ["completed", "teardown", "observed"] : ["observed", "teardown"]))
  }

  @Test func anObservationThatCanNeverEndHoldsNothing() {
    #expect(
      isReleased { held in
        Numbers.never.observeValues { _ in withExtendedLifetime(held) {} }
        Numbers { _ in }.map { $0 }.observeValues { _ in withExtendedLifetime(held) {} }
      })
  }

  /// After `dispose` returns, no closure runs on the same thread, not even an operator's.
  @Test func noClosureRunsAfterTheObservationHasEnded() {
    let calls = MutableProperty<[String]>([])
    @Sendable func note(_ name: String) { calls.modify { $0.append(name) } }
    @Sendable func noted<V>(_ name: String, _ signal: Signal<V, Never>) -> Signal<V, Never> {
      signal.doCompleted { note(name) }
    }
    let created = Numbers {
      $0.send(1)
      $0.complete()
    }
    // The downstream has ended the signal.
    noted("just", Numbers.just(1)).first().start()
    noted("from", Numbers.from([1, 2])).prefix(2).start()
    noted("result", Numbers.result { .success(1) }).first().start()
    noted("created", created).first().start()
    noted("collect", created.collect()).first().start()
    noted("reduce", created.reduce(0, +)).first().start()
    noted("materialize", created.materialize()).prefix(2).start()
    noted("replaceEmpty", Numbers.empty.replaceEmpty(with: 1)).first().start()
    // The observer has disposed the observation.
    let (signal, input) = Numbers.pipe(), observation = Disposable(), recorder = Recorder(signal)
    observation.add(signal.flatMap { noted("inner", .just($0)) }.observeValues { _ in observation.dispose() })
    input.send(1)
    recorder.dispose()
    input.send(2)
    // The other signal ends it before the source is observed.
    let (trigger, end) = Signal<Void, Never>.pipe(), other = Numbers { _ in end.send(()) }
    let source = Numbers.just(1).doValue { _ in note("sampled") }
    let sampled = Recorder(source.withLatest(from: other).map { $0.0 }.prefix(until: trigger))
    // The teardown of the failed run ends it.
    let failing = Signal<Int, MarbleFailure>.pipe(), caught = Disposable()
    let failed = Signal<Int, MarbleFailure> { emitter in
      emitter.disposable.add(Disposable { caught.dispose() })
      emitter.disposable.add(failing.signal.observe { if case .failed(let failure) = $0 { emitter.fail(failure) } })
    }
    caught.add(
      failed.catch { _ -> Numbers in
        note("catch")
        return .just(1)
      }.observeValues { _ in note("caught") })
    failing.input.fail(MarbleFailure())
    #expect(calls.value == [])
    #expect(recorder.events == [.value(1)])
    #expect(sampled.events == [.completed])
    #expect(caught.isDisposed)
  }

  @Test func anObserverGetsNoEventWhoseClosureDisposesIt() {
    let (signal, input) = Numbers.pipe(), observation = Disposable(), values = MutableProperty<[Int]>([])
    @Sendable func disposing(_ value: Int) -> Int {
      if value == 2 { observation.dispose() }
      return value
    }
    observation.add(
      signal.map(disposing).filter { $0 > 0 }.scan(0, +).observeValues { value in values.modify { $0.append(value) } })
    for value in 1...3 { input.send(value) }
    #expect(values.value == [1])
  }
}
