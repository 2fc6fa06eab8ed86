import Dispatch
import Signals
import SignalsTesting
import Testing

@Suite struct DeliveringTests {
  @Test func observeOnKeepsOrderFailureIncluded() throws {
    try expectRows(["(ab)-|": "(ab)-|", "-|": "-|", "(ab^)": "(ab^)", "a-b!": "a-b!"]) { source, time in
      source.observe(on: time)
    }
  }

  @Test func observeOnChecksDisposalAgainBeforeQueuedWorkRuns() {
    let time = VirtualTimeScheduler()
    let recorder = Recorder(Signal<Int, Never>.from([1, 2]).observe(on: time), on: time)
    recorder.dispose()
    #expect(time.pending == 0)
    time.run()
    #expect(recorder.events.isEmpty)
  }

  @Test func observeOnDeliversABurstInOnePieceOfWork() {
    let time = VirtualTimeScheduler()
    let (signal, input) = Signal<Int, Never>.pipe()
    let recorder = Recorder(signal.observe(on: time), on: time)
    for value in 0..<100 { input.send(value) }
    #expect(time.pending == 1)
    time.run()
    #expect(recorder.values == Array(0..<100))
  }

  @Test func observeOnAQueueDeliversThere() async {
    let queue = DispatchQueue(label: "delivering")
    let key = DispatchSpecificKey<Bool>()
    queue.setSpecific(key: key, value: true)
    let signal = Signal<Int, Never>.from(0..<50).observe(on: .queue(queue)).map { value in
      DispatchQueue.getSpecific(key: key) == true ? value : -1
    }
    #expect(await signal.collect().firstValue() == Array(0..<50))
  }

  @Test func subscribeOnStartsTheWorkThere() throws {
    try expectRows(["ab|": "ab|", "|": "|", "a^": "a^", "a-b!": "a-b!"]) { source, time in
      source.subscribe(on: time)
    }
    let time = VirtualTimeScheduler()
    let recorder = Recorder(Signal<Int, Never>.just(1).subscribe(on: time), on: time)
    #expect(recorder.events.isEmpty)
    time.run()
    #expect(recorder.values == [1])
  }

  @Test func subscribeOnDisposedBeforeItStartsDoesNothing() {
    let time = VirtualTimeScheduler()
    let isStarted = MutableProperty(false)
    Signal<Int, Never>.deferred {
      isStarted.value = true
      return .never
    }.subscribe(on: time).start().dispose()
    time.run()
    #expect(!isStarted.value)
  }

  @MainActor @Test func onTheMainQueueEventsAreDeliveredAtOnceAndInOrder() async {
    let (signal, input) = Signal<Int, Never>.pipe()
    let ui = UIScheduler(), log = MutableProperty<[String]>([])
    signal.observe(on: ui).observe { event in
      log.modify { $0.append("\(event)") }
      if case .value(1) = event { input.send(2) }
      log.modify { $0.append("heard") }
    }
    input.send(1)
    #expect(log.value == ["value(1)", "heard", "value(2)", "heard"])
    input.complete()
    #expect(log.value.suffix(2) == ["completed", "heard"])
  }

  @MainActor @Test func onTheMainQueueNoEventOvertakesAWaitingOne() async {
    let (signal, input) = Signal<Int, Never>.pipe()
    let ui = UIScheduler(), recorder = Recorder(signal.observe(on: ui))
    // A value from another queue waits for the main queue, and so do later values.
    DispatchQueue.global().sync { input.send(1) }
    input.send(2)
    #expect(recorder.values.isEmpty)
    await turnOfTheMainQueue()
    #expect(recorder.values == [1, 2])
    input.send(3)
    #expect(recorder.values == [1, 2, 3])
    DispatchQueue.global().sync { input.send(4) }
    recorder.dispose()
    await turnOfTheMainQueue()
    input.send(5)
    #expect(recorder.values == [1, 2, 3])
  }

  @MainActor @Test func anEventSentByAnObserverWaitsForEarlierEvents() async {
    let (signal, input) = Signal<Int, Never>.pipe()
    let ui = UIScheduler(), log = MutableProperty<[Int]>([])
    // Disposed, because the observer holds its own input.
    let observation = signal.observe(on: ui).observeValues { value in
      log.modify { $0.append(value) }
      if value == 1 { input.send(3) }
    }
    defer { observation.dispose() }
    DispatchQueue.global().sync {
      input.send(1)
      input.send(2)
    }
    await turnOfTheMainQueue()
    #expect(log.value == [1, 2, 3])
    input.send(4)
    #expect(log.value == [1, 2, 3, 4])
  }

  @Test func aLongBurstNeedsNoStack() async {
    await #expect(processExitsWith: .success) {
      // More than a thousand blocks, delivered in one go.
      onAStack(of: 128) {
        let time = VirtualTimeScheduler(), count = MutableProperty(0)
        let (signal, input) = Signal<Int, Never>.pipe()
        signal.observe(on: time).observeValues { _ in count.value += 1 }
        for value in 0..<100_000 { input.send(value) }
        time.run()
        precondition(count.value == 100_000)
      }
    }
  }
}
