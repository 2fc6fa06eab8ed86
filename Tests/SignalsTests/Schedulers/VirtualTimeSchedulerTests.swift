import Signals
import SignalsTesting
import Testing

@Suite struct VirtualTimeSchedulerTests {
  private let time = VirtualTimeScheduler()
  private let log = MutableProperty<[String]>([])

  private func note(_ line: String) { log.modify { $0.append("\(line)@\(time.now.components.seconds)") } }

  @Test func workRunsInTheMoveThatReachesItAndInTheOrderItWasScheduled() {
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
    #expect(isReleased)
    #expect(time.pending == 0)
    #expect(time.nextDue == nil)
    #expect(!time.runNext())
    #expect(log.value == [])
  }

  @Test func workIsRemovedFromAnyPlaceAndTheOthersStayInOrder() {
    var numbers = SeededNumbers(seed: 7)
    for round in 0..<200 {
      let time = VirtualTimeScheduler(), ran = MutableProperty<[Int]>([])
      var left: [(due: Int, number: Int)] = []
      for number in 0..<50 {
        let due = Int.random(in: 0..<20, using: &numbers)
        let work = time.schedule(after: .seconds(due)) { ran.modify { $0.append(number) } }
        if Bool.random(using: &numbers) { work.dispose() } else { left.append((due, number)) }
      }
      let order = left.sorted { $0 < $1 }
      #expect(time.pending == left.count, "round \(round)")
      #expect(time.nextDue == order.first.map { .seconds($0.due) }, "round \(round)")
      time.run()
      #expect(ran.value == order.map(\.number), "round \(round)")
    }
  }

  @Test func waitingWorkIsReleasedWithTheSchedulerEvenIfItRetainsItsDisposable() {
    let isReleased = isReleased { held in
      let time = VirtualTimeScheduler(), dropping = DisposeBag()
      dropping.add(time.schedule(after: .seconds(1)) { withExtendedLifetime((held, dropping)) {} })
    }
    #expect(isReleased)
  }

  @Test func waitingWorkOfAnOperatorIsReleasedWithTheScheduler() throws {
    @Sendable func timer(_ time: VirtualTimeScheduler) -> Letters {
      Signal.timer(every: .seconds(1), on: time).map(String.init).promoteFailure()
    }
    let combined = [
      Operator("timer") { Signal.merge(timer($1), $0.ignoreValues()) },
      Operator("retry") { $0.concat(.fail(MarbleFailure())).retry(1, delay: { _, _ in .seconds(1) }, on: $1) },
      Operator("delayed timer") { Signal.merge(timer($1).delay(.seconds(1), on: $1), $0.ignoreValues()) },
      Operator("debounced timer") { Signal.merge(timer($1).debounce(.seconds(1), on: $1), $0.ignoreValues()) },
      Operator("timer started there") { Signal.merge(timer($1).subscribe(on: $1), $0.ignoreValues()) },
      Operator("delivery started there") { $0.observe(on: $1).subscribe(on: $1) },
      Operator("delayed twice") { $0.delay(.seconds(1), on: $1).delay(.seconds(1), on: $1) },
    ]
    let value = Letters.just("a").concat(.never)
    let kept = try (TimingTests.operators + DeliveringTests.operators + combined).filter { operation in
      try !isReleased { held in
        let time = VirtualTimeScheduler()
        try operation.operation(operation.testDescription == "retry" ? .just("a") : value, time).observe { _ in
          withExtendedLifetime(held) {}
        }
      }
    }
    #expect(kept.map(\.testDescription) == [])
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
}
