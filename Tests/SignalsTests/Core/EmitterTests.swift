import Signals
import SignalsTesting
import Testing

/// The laws of sources. A test with the argument `sources` holds for a pipe and for the emitter of a created signal.
@Suite struct EmitterTests {
  /// A pipe, and a created signal that passes its emitter out.
  private func sources<Failure: Error>(
    _ body: (_ signal: Signal<Int, Failure>, _ input: Emitter<Int, Failure>) -> Void
  ) {
    // The observers below use the input they observe; the end releases them.
    let pipe = Signal<Int, Failure>.pipe()
    body(pipe.signal, pipe.input)
    pipe.input.complete()
    let emitter = MutableProperty<Emitter<Int, Failure>?>(nil)
    let relay = Signal<Int, Failure>.pipe()
    Signal<Int, Failure> { emitter.value = $0 }.observe { relay.input.emit($0) }
    guard let input = emitter.value else {
      Issue.record("no emitter")
      return
    }
    body(relay.signal, input)
    input.complete()
  }

  @Test(arguments: [Event<Int, MarbleFailure>.failed(MarbleFailure()), .completed])
  func nothingIsDeliveredAfterATerminalEventAndLateObserversAreTold(end: Event<Int, MarbleFailure>) {
    sources { (signal: Signal<Int, MarbleFailure>, input) in
      let recorder = Recorder(signal)
      for event in [.value(1), end, .value(2), .completed] { input.emit(event) }
      #expect(recorder.events == [.value(1), end])
      #expect(Recorder(signal).events == [end])
      #expect(input.isDisposed)
    }
  }

  @Test func observersSeeEventsInTheOrderTheyWereSentAndAttachedAndOnlyLaterOnes() {
    sources { (signal: Signal<Int, Never>, input) in
      let log = MutableProperty<[String]>([])
      @Sendable func observe(_ name: String, _ body: @escaping @Sendable () -> Void = {}) {
        signal.observeValues { value in
          log.modify { $0.append("\(name)\(value)") }
          if value == 1 { body() }
        }
      }
      observe("A") {
        observe("D")
        input.send(2)
      }
      observe("B")
      observe("C")
      input.send(1)
      #expect(log.value == ["A1", "B1", "C1", "A2", "B2", "C2", "D2"])
    }
  }

  @Test func aHundredThousandResendsDoNotGrowTheStack() {
    sources { (signal: Signal<Int, Never>, input) in
      let last = MutableProperty(0)
      signal.observeValues { value in
        last.value = value
        if value < 100_000 { input.send(value + 1) }
      }
      input.send(0)
      #expect(last.value == 100_000)
    }
  }

  @Test func anObserverMayDisposeItselfAndASiblingInsideADelivery() {
    sources { (signal: Signal<Int, Never>, input) in
      let log = MutableProperty<[String]>([]), observation = Disposable(), sibling = Disposable()
      observation.add(
        signal.observeValues { value in
          log.modify { $0.append("\(value)") }
          observation.dispose()
          sibling.dispose()
        })
      sibling.add(
        signal.doValue { _ in log.modify { $0.append("effect") } }.observeValues { _ in
          log.modify { $0.append("sibling") }
        })
      for value in 1...2 { input.send(value) }
      #expect(log.value == ["1"])
    }
  }

  @Test func disposedObserversAreReleased() {
    sources { (signal: Signal<Int, Never>, input) in
      #expect(isReleased { held in signal.map { $0 }.observeValues { _ in withExtendedLifetime(held) {} }.dispose() })
      withExtendedLifetime(input) {}
    }
  }

  @Test(arguments: [true, false]) func teardownsRunOnceAtTheEndAndOnesAddedLaterAtOnce(isDisposed: Bool) {
    sources { (_: Signal<Int, Never>, input) in
      let runs = MutableProperty(0), disposable = input.disposable
      func add() -> Int {
        input.disposable.add(Disposable { runs.modify { $0 += 1 } })
        return runs.value
      }
      func end() -> Int {
        if isDisposed { disposable.dispose() } else { input.complete() }
        return runs.value
      }
      #expect([add(), end(), end(), add()] == [0, 1, 1, 2])
      #expect(input.isDisposed)
      #expect(disposable.isDisposed)
      #expect(disposable === input.disposable)
    }
  }

  @Test func anInputThatGoesInsideItsOwnDeliveryStillReachesEveryone() {
    let input = MutableProperty<Emitter<Int, Never>?>(nil)
    let values = MutableProperty<[Int]>([])
    let isReleased = isReleased { held in
      do {
        let pipe = Signal<Int, Never>.pipe()
        input.value = pipe.input
        pipe.signal.observeValues { _ in input.value = nil }
        pipe.signal.observeValues { value in withExtendedLifetime(held) { values.modify { $0.append(value) } } }
      }
      input.value?.send(1)
    }
    #expect(isReleased)
    #expect(values.value == [1])
  }

  /// Operators between a pipe and its observer must not keep the pipe alive.
  @Test func aPipeThatGoesTakesItsObservationsAlongThroughAnyOperator() throws {
    let tables = [
      TransformingTests.operators, FilteringTests.operators, FlatteningTests.operators, TimingTests.operators,
      DeliveringTests.operators, CombiningTests.operators,
      // One that runs its source again may hold its observer until it is disposed.
      RecoveringTests.operators.filter { $0.testDescription.prefix(2) != "re" },
      [
        Operator("share") { source, _ in source.share() }, Operator("replay") { source, _ in source.share(replay: 1) },
        Operator("zip") { source, _ in Signal.zip(source, source) { first, _ in first } },
        Operator("combineLatest") { source, _ in Signal.combineLatest(source, source) { first, _ in first } },
        Operator("doFinally") { source, _ in source.doFinally {} },
        Operator("property") { source, _ in
          let property = Property(initial: "", then: source.catchToValue { _ in "" })
          return Property.combineLatest(property, property) { $0 + $1 }.signal.promoteFailure()
        },
      ],
    ]
    var observations: [Disposable] = [], kept: [String] = []
    for operation in tables.joined() {
      for sends in 0..<3 {
        let time = VirtualTimeScheduler()
        let isReleased = try isReleased { held in
          do {
            let (signal, input) = Letters.pipe()
            observations.append(
              try operation.operation(signal, time).observe { _ in withExtendedLifetime(held) {} })
            for letter in ["a", "b"].prefix(sends) { input.send(letter) }
          }
          time.run()
        }
        if !isReleased { kept.append("\(operation.testDescription) after \(sends) values") }
      }
    }
    #expect(kept == [])
  }

  @Test func anEmitterThatIsDroppedWithoutAnEndTearsDownOnceAndSilently() {
    let runs = MutableProperty(0)
    let add: @Sendable (Emitter<Int, Never>) -> Void = { $0.disposable.add(Disposable { runs.value += 1 }) }
    let recorder = Recorder(Signal<Int, Never>(add)), dropped = runs.value
    recorder.dispose()
    var pipe: (signal: Signal<Int, Never>, input: Emitter<Int, Never>)? = Signal.pipe()
    pipe.map { add($0.input) }
    let observed = (pipe?.signal).map { Recorder($0) }
    pipe = nil
    #expect([dropped, runs.value] == [1, 2])
    #expect([recorder.events, observed?.events] == [[], []])
  }
}
