import Dispatch
import Signals
import SignalsTesting
import Testing

@Suite struct DeliveringTests {
  private let time = VirtualTimeScheduler()

  static let operators: [Operator] = [
    Operator("observe(on:)", ["(ab)-|": "(ab)-|", "-|": "-|", "(ab^)": "(ab^)", "a-b!": "a-b!"]) { $0.observe(on: $1) },
    Operator("subscribe(on:)", ["ab|": "ab|", "|": "|", "a^": "a^", "a-b!": "a-b!"]) { $0.subscribe(on: $1) },
  ]

  @Test(arguments: operators) func hasTheseRows(_ operation: Operator) throws { try operation.expectRows() }

  @Test func queuedWorkIsDroppedByADisposalAndChecksItAgain() {
    let starts = MutableProperty(0), delivered = MutableProperty(0)
    let source = Signal<Int, Never>.deferred {
      starts.modify { $0 += 1 }
      return .from([1, 2])
    }
    let unstoppable = ChangedTime(time: time) { time, delay, work in
      time.schedule(after: delay, work)
      return Disposable()
    }
    for scheduler in [time, unstoppable] as [any Scheduler] {
      let observations = [source.observe(on: scheduler), source.subscribe(on: scheduler)].map { signal in
        signal.doValue { _ in delivered.modify { $0 += 1 } }.start()
      }
      for observation in observations { observation.dispose() }
      #expect(time.pending == (scheduler is ChangedTime ? 2 : 0))
      time.run()
    }
    #expect([delivered.value, starts.value] == [0, 2], "only observe(on:) starts the work at once")
  }

  @Test func observeOnDeliversABurstInOnePieceOfWorkWithoutAStack() {
    let (signal, input) = Signal<Int, Never>.pipe(), recorder = Recorder(signal.observe(on: time), on: time)
    for value in 0..<100_000 { input.send(value) }
    let pieces = time.pending
    time.run()
    #expect(pieces == 1)
    #expect(recorder.values == Array(0..<100_000))
  }

  @Test func observeOnAQueueDeliversThere() async {
    let queue = DispatchQueue(label: "delivering"), key = DispatchSpecificKey<Bool>()
    queue.setSpecific(key: key, value: true)
    let signal = Signal<Int, Never>.from(0..<50).observe(on: .queue(queue)).map { value in
      DispatchQueue.getSpecific(key: key) == true ? value : -1
    }
    #expect(await signal.collect().firstValue() == Array(0..<50))
  }

  @MainActor @Test func onTheMainQueueEventsAreDeliveredAtOnceAndInOrder() async {
    let (signal, input) = Signal<Int, Never>.pipe(), log = MutableProperty<[String]>([])
    signal.observe(on: UIScheduler()).observe { event in
      log.modify { $0.append("\(event)") }
      if case .value(1) = event { input.send(2) }
      log.modify { $0.append("heard") }
    }
    input.send(1)
    input.complete()
    #expect(log.value == ["value(1)", "heard", "value(2)", "heard", "completed", "heard"])
  }

  @MainActor @Test func mapOnTheMainActorHasTheRowsOfMap() throws {
    let rows: KeyValuePairs = ["a-b|": "A-B|", "--|": "--|", "a^": "A^", "(ab|)": "(AB|)", "a!-b": "A!--"]
    try Operator("map(on:)", rows) { source, _ in source.map(on: UIScheduler()) { $0.uppercased() } }.expectRows()
  }

  @MainActor private final class Screen { var title = "No." }

  @MainActor @Test func mapOnTheMainActorReadsAScreenForValuesOfAnyQueue() async {
    let screen = Screen(), numbers = Signal<Int, Never>.from([1, 2]).subscribe(on: .queue(.global()))
    let titles = numbers.map(on: .ui) { "\(screen.title) \($0)" }
    #expect(await titles.collect().firstValue() == ["No. 1", "No. 2"])
  }

  @MainActor @Test func onTheMainQueueNoEventOvertakesAWaitingOneAndNoneComesAfterDisposal() async {
    let (signal, input) = Signal<Int, Never>.pipe(), log = MutableProperty<[Int]>([])
    let observation = signal.observe(on: UIScheduler()).observeValues { value in
      log.modify { $0.append(value) }
      if value == 1 { input.send(3) }
    }
    var steps: [[Int]] = []
    func step() { steps.append(log.value) }
    // A value from another queue waits for the main queue, and so do later values.
    DispatchQueue.global().sync { input.send(1) }
    input.send(2)
    step()
    await turnOfTheMainQueue()
    step()
    input.send(4)
    step()
    DispatchQueue.global().sync { input.send(5) }
    observation.dispose()
    await turnOfTheMainQueue()
    input.send(6)
    step()
    #expect(steps == [[], [1, 2, 3], [1, 2, 3, 4], [1, 2, 3, 4]])
  }
}
