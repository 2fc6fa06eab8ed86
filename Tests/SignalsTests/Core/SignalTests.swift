import Signals
import SignalsTesting
import Testing

@Suite struct SignalTests {
  @Test func nothingRunsUntilItIsObservedAndEveryObservationRunsItAgain() {
    let runs = MutableProperty(0), made = MutableProperty(0)
    let created = Signal<Int, Never> { emitter in
      runs.modify { $0 += 1 }
      emitter.send(runs.value)
      emitter.complete()
    }
    let deferred = Signal<Int, Never>.deferred {
      made.modify { $0 += 1 }
      return .just(made.value)
    }
    for (signal, count) in [(created, runs), (deferred, made)] {
      #expect(count.value == 0)
      #expect([Recorder(signal).values, Recorder(signal).values] == [[1], [2]])
    }
  }

  @Test func sources() throws {
    let sources: [(Letters, String)] = [
      (.just("a"), "(a|)"), (.empty, "|"), (.never, "-"), (.fail(MarbleFailure()), "^"), (.from(["a", "b"]), "(ab|)"),
      (.result { .success("a") }, "(a|)"), (.result { .failure(MarbleFailure()) }, "^"),
    ]
    for (source, diagram) in sources { try expect(source, diagram, on: VirtualTimeScheduler()) }
  }

  @Test func afterDisposalTheSameThreadSeesNothingMore() {
    let (signal, input) = Signal<Int, Never>.pipe(), recorder = Recorder(signal)
    input.send(1)
    recorder.dispose()
    input.send(2)
    input.complete()
    #expect(recorder.events == [.value(1)])
  }

  @Test func teardownComesOnceAfterTheTerminalEvent() {
    let log = MutableProperty<[String]>([])
    let signal = Signal<Int, Never> { emitter in
      emitter.disposable.add(Disposable { log.modify { $0.append("teardown") } })
      emitter.complete()
      emitter.complete()
    }
    signal.observe { event in log.modify { $0.append("\(event)") } }.dispose()
    #expect(log.value == ["completed", "teardown"])
  }

  @Test func disposalIsSilentAndTearsDown() {
    let isTornDown = MutableProperty(false)
    let recorder = Recorder(
      Signal<Int, Never> { emitter in
        // The emitter stays: its release would be a teardown, too.
        emitter.disposable.add(Disposable { withExtendedLifetime(emitter) { isTornDown.value = true } })
      })
    #expect(!isTornDown.value)
    recorder.dispose()
    #expect(isTornDown.value && recorder.events.isEmpty)
  }

  @Test func anObservationThatCanNeverEndHoldsNothing() {
    #expect(
      isReleased { held in
        Signal<Int, Never>.never.observeValues { _ in withExtendedLifetime(held) {} }
        Signal<Int, Never> { _ in }.map { $0 }.observeValues { _ in withExtendedLifetime(held) {} }
      })
  }

  /// After `dispose` returns, no closure runs on the same thread, not even an operator's.
  @Test func noClosureRunsAfterDownstreamHasEndedTheSignal() {
    typealias Numbers = Signal<Int, Never>
    let calls = MutableProperty<[String]>([])
    @Sendable func noted<V>(_ name: String, _ signal: Signal<V, Never>) -> Signal<V, Never> {
      signal.doCompleted { calls.modify { $0.append(name) } }
    }
    let created = Numbers {
      $0.send(1)
      $0.complete()
    }
    noted("just", Numbers.just(1)).first().start()
    noted("from", Numbers.from([1, 2])).prefix(2).start()
    noted("result", Numbers.result { .success(1) }).first().start()
    noted("created", created).first().start()
    noted("collect", created.collect()).first().start()
    noted("reduce", created.reduce(0, +)).first().start()
    noted("materialize", created.materialize()).prefix(2).start()
    noted("replaceEmpty", Numbers.empty.replaceEmpty(with: 1)).first().start()
    #expect(calls.value == [])
  }

  @Test func noClosureRunsAfterTheObserverDisposedIt() {
    let isCalled = MutableProperty(false), observation = Disposable()
    let (signal, input) = Signal<Int, Never>.pipe()
    observation.add(
      signal.flatMap { .just($0).doCompleted { isCalled.value = true } }.observeValues { _ in observation.dispose() })
    input.send(1)
    #expect(!isCalled.value)
  }
}
