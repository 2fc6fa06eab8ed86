import Signals
import SignalsTesting
import Testing

@Suite struct SignalTests {
  @Test func nothingRunsUntilItIsObservedAndEveryObservationRunsItAgain() {
    let runs = MutableProperty(0)
    let signal = Signal<Int, Never> { emitter in
      runs.modify { $0 += 1 }
      emitter.send(runs.value)
      emitter.complete()
    }
    #expect(runs.value == 0)
    #expect(Recorder(signal).values == [1])
    #expect(Recorder(signal).values == [2])
  }

  @Test func sources() {
    #expect(Recorder(Signal<Int, Never>.just(1)).events == [.value(1), .completed])
    #expect(Recorder(Signal<Int, Never>.empty).events == [.completed])
    #expect(Recorder(Signal<Int, Never>.never).events.isEmpty)
    #expect(Recorder(Signal<Int, MarbleFailure>.fail(MarbleFailure())).events == [.failed(MarbleFailure())])
    #expect(Recorder(Signal<Int, Never>.from([1, 2])).events == [.value(1), .value(2), .completed])
    #expect(Recorder(Signal<Int, MarbleFailure>.result { .success(1) }).events == [.value(1), .completed])
    #expect(
      Recorder(Signal<Int, MarbleFailure>.result { .failure(MarbleFailure()) }).events == [.failed(MarbleFailure())])
  }

  @Test func deferredIsMadeAnewForEachObservation() {
    let made = MutableProperty(0)
    let signal = Signal<Int, Never>.deferred {
      made.modify { $0 += 1 }
      return .just(made.value)
    }
    #expect(made.value == 0)
    #expect(Recorder(signal).values == [1])
    #expect(Recorder(signal).values == [2])
  }

  @Test func anEndlessSequenceStopsWhenItIsDisposed() {
    let taken = MutableProperty(0)
    let bag = DisposeBag()
    let endless = Signal<Int, Never>.from(sequence(first: 0) { $0 + 1 })
    endless.prefix(5).observeValues { taken.value = $0 }.stored(in: bag)
    #expect(taken.value == 4)
  }

  @Test func afterDisposalTheSameThreadSeesNothingMore() {
    let (signal, input) = Signal<Int, Never>.pipe()
    let values = MutableProperty<[Int]>([])
    let observation = signal.observeValues { value in values.modify { $0.append(value) } }
    input.send(1)
    observation.dispose()
    input.send(2)
    input.complete()
    #expect(values.value == [1])
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
      Signal<Int, Never> { $0.disposable.add(Disposable { isTornDown.value = true }) })
    recorder.dispose()
    #expect(isTornDown.value)
    #expect(recorder.events.isEmpty)
  }

  @Test func anObservationThatCanNeverEndHoldsNothing() {
    weak var observed: AnyObject?
    do {
      let object = Held()
      observed = object
      Signal<Int, Never>.never.observeValues { _ in withExtendedLifetime(object) {} }
      Signal<Int, Never> { _ in }.map { $0 }.observeValues { _ in withExtendedLifetime(object) {} }
    }
    #expect(observed == nil)
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

/// An object whose release a test can observe.
final class Held: Sendable {}
