import Signals
import SignalsTesting
import Synchronization
import Testing

/// Real threads against every source and join. The tests also run under ThreadSanitizer and AddressSanitizer.
@Suite struct RaceTests {
  private static let rounds = 200
  /// The values that each of four threads sends. Together they are fewer than those of others that one thread delivers before it
  /// hands the rest to Dispatch, so all are delivered when the threads end.
  private static let sent = 240

  /// An observer that remembers the values, and detects that it runs twice at the same time.
  private final class Exclusive<Value: Sendable>: Sendable {
    private let isInside = Atomic(false)
    private let overlaps = Atomic(0)
    private let seen = MutableProperty<[Value]>([])
    var values: [Value] { seen.value }
    var hasOverlaps: Bool { overlaps.load(ordering: .acquiring) > 0 }

    func observe(_ value: Value) {
      if isInside.exchange(true, ordering: .acquiringAndReleasing) { overlaps.add(1, ordering: .relaxed) }
      seen.modify { $0.append(value) }
      isInside.store(false, ordering: .releasing)
    }
  }

  @Test func aPipeSerialisesItsSendersAndLosesNothing() async {
    let (signal, input) = Signal<Int, Never>.pipe()
    let observer = Exclusive<Int>()
    signal.observeValues(observer.observe)
    await race((0..<4).map { thread in { for number in 0..<Self.sent { input.send(thread * 1000 + number) } } })
    #expect(!observer.hasOverlaps)
    for thread in 0..<4 {
      #expect(observer.values.filter { $0 / 1000 == thread } == (0..<Self.sent).map { thread * 1000 + $0 })
    }
  }

  @Test func aPipeIsAttachedToDisposedAndCompletedWhileItSends() async {
    await race(times: Self.rounds) { _ in
      let (signal, input) = Signal<Int, Never>.pipe()
      let observer = Exclusive<Event<Int, Never>>()
      return Round(
        { for number in 0..<20 { input.send(number) } },
        { for _ in 0..<20 { signal.observeValues { _ in }.dispose() } },
        { signal.observe(observer.observe) },
        { input.complete() },
        after: { #expect(observer.values.count { $0.isTerminal } == 1) })
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
      weak var observed: Held?
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
      #expect(observed == nil && released.value == 1)
    }
  }

  @Test func aPropertyTellsEveryWriteInOrder() async {
    let property = MutableProperty(0), observer = Exclusive<Int>()
    property.changes.observeValues(observer.observe)
    await race((0..<4).map { _ in { for _ in 0..<Self.sent { property.modify { $0 += 1 } } } })
    #expect(observer.values == Array(1...4 * Self.sent) && !observer.hasOverlaps)
    #expect(property.value == 4 * Self.sent)
  }

  @Test func anObserverOfAPropertyThatIsBeingWrittenMissesNothing() async {
    await race(times: Self.rounds) { _ in
      let property = MutableProperty(0), mapped = property.map { $0 * 2 }.map { $0 / 2 }
      let observers = [Exclusive<Int>(), Exclusive()]
      return Round(
        { for _ in 0..<50 { property.modify { $0 += 1 } } },
        { property.signal.observeValues(observers[0].observe) },
        { mapped.signal.observeValues(observers[1].observe) },
        { _ = mapped.value },
        after: {
          for observer in observers {
            #expect(observer.values == Array((observer.values.first ?? -1)...50) && !observer.hasOverlaps)
          }
        })
    }
  }

  @Test func aCombinationOfPropertiesIsNeverTorn() async {
    let root = MutableProperty(0), other = MutableProperty(0)
    let same = root.map { $0 }.combine(root.map { $0 }) { $0 == $1 }.combine(other) { same, _ in same }
    let observer = Exclusive<Bool>(), reader = Exclusive<Bool>()
    same.signal.observeValues(observer.observe)
    await race(
      { for number in 0..<500 { root.value = number } },
      { for number in 0..<500 { other.value = number } },
      { for _ in 0..<500 { reader.observe(same.value) } })
    #expect(!(observer.values + reader.values).contains(false) && !observer.hasOverlaps)
  }

  @Test("two properties that are bound both ways converge, and so do three in a circle", arguments: [2, 3])
  func twoWayBindingsConverge(count: Int) async {
    await race(times: Self.rounds) { _ in
      let all = (0..<count).map { MutableProperty($0) }
      let bindings = (count == 2 ? 1..<2 : 0..<count).map { all[$0].bindTwoWay(to: all[($0 + 1) % count]) }
      return Round(
        all.enumerated().map { offset, property in
          { @Sendable in for number in 0..<20 { property.value = offset * 100 + number } }
        },
        after: {
          #expect(Set(all.map(\.value)).count == 1)
          for binding in bindings { binding.dispose() }
        })
    }
  }

  @Test func joinsDeliverOneAtATime() async {
    await race(times: Self.rounds / 4) { _ in
      let a = Signal<Int, Never>.pipe(), b = Signal<Int, Never>.pipe()
      let joins: KeyValuePairs<String, Signal<Int, Never>> = [
        "merge": a.signal.merge(with: b.signal), "zip": a.signal.zip(with: b.signal).map { $0.0 },
        "combineLatest": a.signal.combineLatest(with: b.signal).map { $0.0 },
        "withLatest": a.signal.withLatest(from: b.signal).map { $0.0 }, "until": a.signal.prefix(until: b.signal),
        "share": a.signal.share(replay: 3),
      ]
      let observers = joins.map { name, join in
        let observer = Exclusive<Event<Int, Never>>()
        join.observe(observer.observe)
        return (name, observer)
      }
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
          for (name, observer) in observers {
            #expect(observer.values.count { $0.isTerminal } == 1 && !observer.hasOverlaps, "\(name)")
            let count = ["merge": 100, "zip": 50][name]
            if let count { #expect(observer.values.count == count + 1, "\(name)") }
          }
        })
    }
  }

  @Test func flatMapLatestNeverDeliversStaleValues() async {
    await race(times: Self.rounds) { _ in
      let outer = Signal<Int, Never>.pipe()
      let inners = (0..<3).map { _ in Signal<Int, Never>.pipe() }
      let observer = Exclusive<Int>()
      outer.signal.flatMap(.latest) { index in inners[index].signal.map { _ in index } }.observeValues(observer.observe)
      return Round(
        [{ for index in 0..<3 { outer.input.send(index) } }]
          + inners.map { inner in { @Sendable in for _ in 0..<20 { inner.input.send(0) } } },
        after: { #expect(observer.values == observer.values.sorted() && !observer.hasOverlaps) })
    }
  }

  @Test(arguments: [FlattenStrategy.merge, .concat, .limited(2)])
  func flatMapMergeAndConcatCompleteOnce(strategy: FlattenStrategy) async {
    await race(times: Self.rounds / 4) { _ in
      let outer = Signal<Int, Never>.pipe(), inners = (0..<3).map { _ in Signal<Int, Never>.pipe() }
      let observer = Exclusive<Event<Int, Never>>()
      outer.signal.flatMap(strategy) { inners[$0].signal }.observe(observer.observe)
      return Round(
        [
          {
            for index in 0..<3 { outer.input.send(index) }
            outer.input.complete()
          }
        ] + inners.map { inner in { @Sendable in inner.input.complete() } },
        after: { #expect(observer.values == [.completed]) })
    }
  }

  @Test func sharedSignalsAreJoinedAndLeftAtOnce() async {
    await race(times: Self.rounds) { _ in
      let running = MutableProperty(0)
      let shared = Signal<Int, Never> { emitter in
        running.modify { $0 += 1 }
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
        running.modify { $0 += 1 }
        if running.value > 1 { overlaps.modify { $0 += 1 } }
        let leave = Disposable { running.modify { $0 -= 1 } }
        let work: Signal<Int, Never> = .just(input)
        return (isSynchronous ? work : work.observe(on: time))
          .doCompleted { leave.dispose() }.doFinally { leave.dispose() }
      }
      return Round(
        { command.execute(1) }, { command.execute(2) }, { command.cancel() }, { time.advance(by: .zero) },
        after: {
          time.advance(by: .zero)
          #expect(overlaps.value == 0 && running.value == 0)
          #expect(!command.isExecuting.value && command.isEnabled.value)
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
    #expect((1000...1500).contains(runs.value) && time.pending == 0)
  }

  @Test func aMutablePropertyGoesWhileItIsObserved() async {
    await race(times: Self.rounds) { _ in
      let (signal, holder) = Self.signalOfAProperty(), observer = Exclusive<Event<Int, Never>>()
      return Round(
        { signal.observe(observer.observe) }, { signal.start().dispose() }, { holder.value?.value = 1 },
        { holder.value = nil },
        after: { #expect(observer.values.last == .completed && observer.values.count { $0.isTerminal } == 1) })
    }
  }

  /// A derived signal, and the only holder of its property.
  private static func signalOfAProperty() -> (Signal<Int, Never>, holder: MutableProperty<MutableProperty<Int>?>) {
    let property = MutableProperty(0)
    return (property.map { $0 }.combine(property) { $0 + $1 }.signal, MutableProperty(property))
  }
}
