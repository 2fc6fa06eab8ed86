import Signals
import SignalsTesting
import Synchronization
import Testing

/// Real threads against every source and join. The tests also run under ThreadSanitizer and AddressSanitizer.
@Suite struct RaceTests {
  private static let rounds = 200

  /// Detects an observer that runs twice at the same time.
  private final class Exclusive: Sendable {
    private let isInside = Atomic(false)
    private let overlaps = Atomic(0)
    var count: Int { overlaps.load(ordering: .acquiring) }

    func enter(_ body: () -> Void) {
      if isInside.exchange(true, ordering: .acquiringAndReleasing) { overlaps.add(1, ordering: .relaxed) }
      body()
      isInside.store(false, ordering: .releasing)
    }
  }

  @Test func aPipeSerialisesItsSendersAndLosesNothing() async {
    let (signal, input) = Signal<Int, Never>.pipe()
    let exclusive = Exclusive(), values = MutableProperty<[Int]>([])
    signal.observeValues { value in exclusive.enter { values.modify { $0.append(value) } } }
    await race((0..<4).map { thread in { for number in 0..<500 { input.send(thread * 1000 + number) } } })
    #expect(exclusive.count == 0)
    #expect(values.value.count == 2000)
    for thread in 0..<4 {
      let own = values.value.filter { $0 / 1000 == thread }
      #expect(own == own.sorted())
    }
  }

  @Test func aPipeIsAttachedToDisposedAndCompletedWhileItSends() async {
    await race(times: Self.rounds) { _ in
      let (signal, input) = Signal<Int, Never>.pipe()
      let terminals = MutableProperty(0)
      return Round(
        { for number in 0..<20 { input.send(number) } },
        { for _ in 0..<20 { signal.observeValues { _ in }.dispose() } },
        { signal.observe { if $0.isTerminal { terminals.modify { $0 += 1 } } } },
        { input.complete() },
        after: { #expect(terminals.value == 1) })
    }
  }

  @Test func afterDisposalAtMostTheCallbackUnderWayIsFinished() async {
    await race(times: Self.rounds) { round in
      let (signal, input) = Signal<Int, Never>.pipe()
      let isDisposed = MutableProperty(false), late = MutableProperty(0)
      let observation = signal.observeValues { _ in
        if isDisposed.value { late.modify { $0 += 1 } }
      }
      return Round(
        { for number in 0..<20 { input.send(number) } },
        {
          observation.dispose()
          isDisposed.value = true
        },
        after: { #expect(late.value <= 1, "round \(round)") })
    }
  }

  @Test func anInputGoesWhileItsObserversComeAndGo() async {
    for _ in 0..<Self.rounds {
      weak var observed: AnyObject?
      let released = MutableProperty(0)
      do {
        let object = Held()
        observed = object
        let pipe = MutableProperty<(signal: Signal<Int, Never>, input: Emitter<Int, Never>)?>(.some(Signal.pipe()))
        let observations = (0..<8).compactMap { _ in
          pipe.value?.signal.map { $0 }.observeValues { _ in withExtendedLifetime(object) {} }
        }
        pipe.value?.input.disposable.add(Disposable { released.modify { $0 += 1 } })
        await race(
          { for observation in observations { observation.dispose() } },
          { pipe.value?.input.send(1) },
          { pipe.value?.signal.observeValues { _ in } },
          { pipe.value = nil })
      }
      #expect(observed == nil)
      #expect(released.value == 1)
    }
  }

  @Test func aPropertyTellsEveryWriteInOrder() async {
    let property = MutableProperty(0)
    let exclusive = Exclusive(), seen = MutableProperty<[Int]>([])
    property.changes.observeValues { value in exclusive.enter { seen.modify { $0.append(value) } } }
    await race((0..<4).map { _ in { for _ in 0..<500 { property.modify { $0 += 1 } } } })
    #expect(exclusive.count == 0)
    #expect(seen.value == Array(1...2000))
    #expect(property.value == 2000)
  }

  @Test func anObserverOfAPropertyThatIsBeingWrittenMissesNothing() async {
    await race(times: Self.rounds) { _ in
      let property = MutableProperty(0)
      let seen = MutableProperty<[Int]>([]), exclusive = Exclusive()
      return Round(
        { for _ in 0..<50 { property.modify { $0 += 1 } } },
        { property.signal.observeValues { value in exclusive.enter { seen.modify { $0.append(value) } } } },
        after: {
          let first = seen.value.first ?? -1
          #expect(seen.value == Array(first...50))
          #expect(exclusive.count == 0)
        })
    }
  }

  @Test func aCombinationOfPropertiesIsNeverTorn() async {
    let root = MutableProperty(0), other = MutableProperty(0)
    let same = root.map { $0 }.combine(root.map { $0 }) { $0 == $1 }.combine(other) { same, _ in same }
    let torn = MutableProperty(0), exclusive = Exclusive()
    same.signal.observeValues { same in exclusive.enter { if !same { torn.modify { $0 += 1 } } } }
    await race(
      { for number in 0..<500 { root.value = number } },
      { for number in 0..<500 { other.value = number } },
      { for _ in 0..<500 { if !same.value { torn.modify { $0 += 1 } } } })
    #expect(torn.value == 0)
    #expect(exclusive.count == 0)
  }

  @Test func twoWayBindingsConverge() async {
    await race(times: Self.rounds) { _ in
      let a = MutableProperty(0), b = MutableProperty(0)
      let binding = a.bindTwoWay(to: b)
      return Round(
        { for number in 0..<20 { a.value = number } },
        { for number in 100..<120 { b.value = number } },
        after: {
          #expect(a.value == b.value)
          binding.dispose()
        })
    }
  }

  @Test func joinsDeliverOneAtATime() async {
    await race(times: Self.rounds / 4) { _ in
      let a = Signal<Int, Never>.pipe(), b = Signal<Int, Never>.pipe()
      let exclusive = Exclusive(), counts = MutableProperty<[String: Int]>([:])
      func watch<Value>(_ name: String, _ signal: Signal<Value, Never>) {
        signal.observe { event in
          exclusive.enter {}
          counts.modify { $0[event.isTerminal ? "\(name) end" : name, default: 0] += 1 }
        }
      }
      watch("merge", a.signal.merge(with: b.signal))
      watch("zip", a.signal.zip(with: b.signal))
      watch("combineLatest", a.signal.combineLatest(with: b.signal))
      watch("withLatest", a.signal.withLatest(from: b.signal))
      watch("until", a.signal.prefix(until: b.signal))
      watch("share", a.signal.share(replay: 3))
      return Round(
        {
          for number in 0..<50 { a.input.send(number) }
          a.input.complete()
        },
        {
          for number in 0..<50 { b.input.send(number) }
          b.input.complete()
        },
        after: {
          #expect(counts.value["merge"] == 100)
          #expect(counts.value["zip"] == 50)
          for name in ["merge", "zip", "combineLatest", "withLatest", "until", "share"] {
            #expect(counts.value["\(name) end"] == 1, "\(name)")
          }
        })
    }
  }

  @Test func flatMapLatestNeverDeliversStaleValues() async {
    await race(times: Self.rounds) { _ in
      let outer = Signal<Int, Never>.pipe()
      let inners = (0..<3).map { _ in Signal<Int, Never>.pipe() }
      let values = MutableProperty<[Int]>([]), exclusive = Exclusive()
      outer.signal.flatMap(.latest) { index in inners[index].signal.map { _ in index } }
        .observeValues { value in exclusive.enter { values.modify { $0.append(value) } } }
      return Round(
        { for index in 0..<3 { outer.input.send(index) } },
        { for _ in 0..<20 { inners[0].input.send(0) } },
        { for _ in 0..<20 { inners[1].input.send(0) } },
        { for _ in 0..<20 { inners[2].input.send(0) } },
        after: {
          #expect(values.value == values.value.sorted())
          #expect(exclusive.count == 0)
        })
    }
  }

  @Test func flatMapMergeAndConcatCompleteOnce() async {
    for strategy in [FlattenStrategy.merge, .concat, .limited(2)] {
      await race(times: Self.rounds / 4) { _ in
        let outer = Signal<Int, Never>.pipe()
        let inners = (0..<3).map { _ in Signal<Int, Never>.pipe() }
        let terminals = MutableProperty(0)
        outer.signal.flatMap(strategy) { inners[$0].signal }.observe { event in
          if event.isTerminal { terminals.modify { $0 += 1 } }
        }
        return Round(
          {
            for index in 0..<3 { outer.input.send(index) }
            outer.input.complete()
          },
          { inners[0].input.complete() }, { inners[1].input.complete() }, { inners[2].input.complete() },
          after: { #expect(terminals.value == 1) })
      }
    }
  }

  @Test func sharedSignalsAreJoinedAndLeftAtOnce() async {
    await race(times: Self.rounds) { _ in
      let running = MutableProperty(0), most = MutableProperty(0)
      let shared = Signal<Int, Never> { emitter in
        let count = running.modify { count in
          count += 1
          return count
        }
        most.modify { $0 = max($0, count) }
        emitter.disposable.add(Disposable { running.modify { $0 -= 1 } })
        for number in 0..<5 { emitter.send(number) }
      }.share(replay: 2)
      return Round(
        (0..<4).map { _ in { @Sendable in for _ in 0..<5 { shared.start().dispose() } } },
        after: { #expect(running.value == 0) })
    }
  }

  @Test(arguments: [true, false]) func commandsRacedAThousandTimes(isSynchronous: Bool) async {
    await race(times: 1000) { _ in
      let time = VirtualTimeScheduler()
      let running = MutableProperty(0), overlaps = MutableProperty(0)
      let command = Command<Int, Int, Never> { input in
        if running.modify({ count in
          count += 1; return count
        }) > 1 {
          overlaps.modify { $0 += 1 }
        }
        let leave = Disposable { running.modify { $0 -= 1 } }
        let work: Signal<Int, Never> = .just(input)
        return (isSynchronous ? work : work.observe(on: time))
          .doCompleted { leave.dispose() }.doFinally { leave.dispose() }
      }
      return Round(
        { command.execute(1) }, { command.execute(2) }, { command.cancel() }, { time.advance(by: .zero) },
        after: {
          time.advance(by: .zero)
          #expect(overlaps.value == 0)
          #expect(!command.isExecuting.value)
          #expect(command.isEnabled.value)
          #expect(running.value == 0)
        })
    }
  }

  @Test func anyThreadMayScheduleWhileTimeMoves() async {
    let time = VirtualTimeScheduler()
    let runs = MutableProperty(0)
    await race(
      { for _ in 0..<500 { time.schedule(after: .milliseconds(1)) { runs.modify { $0 += 1 } } } },
      { for _ in 0..<500 { time.schedule { runs.modify { $0 += 1 } } } },
      { for _ in 0..<500 { time.schedule { runs.modify { $0 += 1 } }.dispose() } },
      { for _ in 0..<100 { time.advance(by: .milliseconds(1)) } })
    time.run()
    #expect((1000...1500).contains(runs.value))
    #expect(time.pending == 0)
  }

  @Test func aMutablePropertyGoesWhileItIsObserved() async {
    await race(times: Self.rounds) { _ in
      let (signal, holder) = Self.signalOfAProperty(), completions = MutableProperty(0)
      return Round(
        { signal.observe { if case .completed = $0 { completions.modify { $0 += 1 } } } },
        { signal.start().dispose() }, { holder.value?.value = 1 }, { holder.value = nil },
        after: { #expect(completions.value == 1) })
    }
  }

  /// A derived signal, and the only holder of its property.
  private static func signalOfAProperty() -> (Signal<Int, Never>, holder: MutableProperty<MutableProperty<Int>?>) {
    let property = MutableProperty(0)
    return (property.map { $0 }.combine(property) { $0 + $1 }.signal, MutableProperty(property))
  }
}
