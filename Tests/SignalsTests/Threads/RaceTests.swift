import Dispatch
import Signals
import SignalsTesting
import Synchronization
import Testing

/// Real threads against every source and join. The tests also run under ThreadSanitizer and AddressSanitizer.
@Suite struct RaceTests {
  private typealias Numbers = Signal<Int, Never>

  private static let rounds = 200
  /// The values that each of four threads sends. Together they are fewer than those of others that one thread delivers before it
  /// hands the rest to Dispatch, so all are delivered when the threads end.
  private static let sent = 240

  /// An observer that remembers the values, and detects that it runs twice at the same time.
  private final class Exclusive<Value: Sendable>: Sendable {
    private let isInside = Atomic(false), overlaps = Atomic(0)
    private let seen = MutableProperty<[Value]>([])
    /// Nil if it ever ran twice at the same time.
    var values: [Value]? { overlaps.load(ordering: .acquiring) > 0 ? nil : seen.value }

    func observe(_ value: Value) {
      if isInside.exchange(true, ordering: .acquiringAndReleasing) { overlaps.add(1, ordering: .relaxed) }
      seen.modify { $0.append(value) }
      isInside.store(false, ordering: .releasing)
    }

    func endedOnce<Number, Failure>() -> Bool where Value == Event<Number, Failure> {
      values.map { $0.last?.isTerminal == true && $0.count { $0.isTerminal } == 1 } ?? false
    }
  }

  @Test func pipesAndPropertiesSerialiseTheirSendersAndLoseNothing() async {
    let (signal, input) = Numbers.pipe(), property = MutableProperty(0), observers = [Exclusive<Int>(), Exclusive()]
    signal.observeValues(observers[0].observe)
    property.changes.observeValues(observers[1].observe)
    await race((0..<4).map { thread in { for number in 0..<Self.sent { input.send(thread * 1000 + number) } } })
    await race((0..<4).map { _ in { for _ in 0..<Self.sent { property.modify { $0 += 1 } } } })
    let ofThreads = (0..<4).map { thread in observers[0].values?.filter { $0 / 1000 == thread } }
    #expect(ofThreads == (0..<4).map { thread in (0..<Self.sent).map { thread * 1000 + $0 } })
    #expect(observers[1].values == Array(1...4 * Self.sent))
    #expect(property.value == 4 * Self.sent)
  }

  @Test func aPipeIsAttachedToDisposedAndCompletedWhileItSends() async {
    await race(times: Self.rounds) { _ in
      let (signal, input) = Numbers.pipe(), observer = Exclusive<Event<Int, Never>>()
      return Round(
        { for number in 0..<20 { input.send(number) } }, { for _ in 0..<20 { signal.start().dispose() } },
        { signal.observe(observer.observe) }, { input.complete() }, holds: { observer.endedOnce() })
    }
  }

  @Test func anObserverOfChangesThatComesWhileEqualValuesAreWrittenIsToldNone() async {
    await race(times: 10 * Self.rounds) { _ in
      let root = MutableProperty(0), distinct = root.removeDuplicates(), observer = Exclusive<Int>()
      return Round(
        { for _ in 0..<20 { root.value = 0 } }, { distinct.changes.observeValues(observer.observe) },
        holds: { observer.values == [] })
    }
  }

  @Test func anObserverThatComesWhileEqualValuesAreWrittenIsToldOneValue() async {
    await race(times: 10 * Self.rounds) { _ in
      let root = MutableProperty(0), distinct = root.removeDuplicates(), same = distinct.map { $0 }
      let observers = [Exclusive<Int>(), Exclusive()], early = Recorder(same.signal)
      return Round(
        { for _ in 0..<20 { (root.value, _) = (0, distinct.value) } },
        { for _ in 0..<20 { (root.value, _) = (0, same.value) } },
        { distinct.signal.observeValues(observers[0].observe) }, { same.signal.observeValues(observers[1].observe) },
        holds: { observers.map(\.values) == [[0], [0]] && early.values == [0] })
    }
  }

  @Test func anObserverThatComesWhileAPropertyEndsIsToldTheLastValueAndTheEnd() async {
    await race(times: 10 * Self.rounds) { round in
      let root = Protected<MutableProperty<Int>?>(MutableProperty(1)), observer = Exclusive<Event<Int, Never>>()
      let signals = root.withLock { root -> [Signal<Int, Never>] in
        let distinct = root?.removeDuplicates()
        return [distinct?.signal, distinct?.map { $0 }.signal].compactMap { $0 }
      }
      let early = signals.map { Recorder($0) }
      return Round(
        {
          let last = root.withLock { $0.take() }
          withExtendedLifetime(last) {}
        }, { signals[round % 2].observe(observer.observe) },
        holds: { observer.values == [.value(1), .completed] && early[0].events == [.value(1), .completed] })
    }
  }

  @Test func afterDisposalAtMostTheCallbackUnderWayIsFinished() async {
    await race(times: Self.rounds) { _ in
      let (signal, input) = Numbers.pipe(), isDisposed = MutableProperty(false), late = MutableProperty(0)
      let observation = signal.observeValues { _ in if isDisposed.value { late.modify { $0 += 1 } } }
      return Round(
        { for number in 0..<20 { input.send(number) } },
        {
          observation.dispose()
          isDisposed.value = true
        }, holds: { late.value <= 1 })
    }
  }

  @Test func anInputGoesWhileItsObserversComeAndGo() async {
    var kept = 0
    for _ in 0..<Self.rounds {
      let released = MutableProperty(0), observed: Weak<Held>
      do {
        let object = Held(), (signal, input) = Numbers.pipe()
        observed = Weak(object)
        input.disposable.add(Disposable { released.modify { $0 += 1 } })
        let pipe = MutableProperty<(signal: Numbers, input: Emitter<Int, Never>)?>((signal, input))
        let observations = (0..<8).map { _ in signal.map { $0 }.observeValues { _ in withExtendedLifetime(object) {} } }
        await race(
          { for observation in observations { observation.dispose() } }, { pipe.value?.input.send(1) },
          { pipe.value?.signal.observeValues { _ in } }, { pipe.value = nil })
      }
      if observed.object != nil || released.value != 1 { kept += 1 }
    }
    #expect(kept == 0)
  }

  @Test func aMutablePropertyGoesWhileItIsObserved() async {
    await race(times: Self.rounds) { _ in
      let holder = MutableProperty<MutableProperty<Int>?>(MutableProperty(0)), observer = Exclusive<Event<Int, Never>>()
      let signal = holder.value.map { Property.combineLatest($0.map { $0 }, $0) { $0 + $1 }.signal } ?? .never
      return Round(
        { signal.observe(observer.observe) }, { signal.start().dispose() }, { holder.value?.value = 1 },
        { holder.value = nil }, holds: { observer.endedOnce() })
    }
  }

  @Test func anObserverOfAPropertyThatIsBeingWrittenMissesNothing() async {
    await race(times: Self.rounds) { _ in
      let property = MutableProperty(0), mapped = property.map { $0 * 2 }.map { $0 / 2 }
      let observers = [Exclusive<Int>(), Exclusive()]
      return Round(
        { for _ in 0..<50 { property.modify { $0 += 1 } } }, { property.signal.observeValues(observers[0].observe) },
        { mapped.signal.observeValues(observers[1].observe) }, { _ = mapped.value },
        holds: { observers.allSatisfy { $0.values == Array(($0.values?.first ?? -1)...50) } })
    }
  }

  @Test("properties bound both ways converge: two, a circle, and parts", arguments: [1, 3, 4])
  func twoWayBindingsConverge(bindings: Int) async {
    await race(times: Self.rounds) { _ in
      let form = MutableProperty([7, 8, 9]), isOfParts = bindings == 4, bag = DisposeBag()
      let parts = (0..<2).map { index in form.lens(get: { $0[index] }, set: { $0[index] = $1 }) }
      let all =
        isOfParts ? [MutableProperty(0), parts[0], parts[1], MutableProperty(3)] : (0..<3).map { MutableProperty($0) }
      let pairs = isOfParts ? [(0, 1), (2, 3)] : (0..<bindings).map { ($0, ($0 + 1) % 3) }
      for (first, second) in pairs { all[first].bindTwoWay(following: all[second]).stored(in: bag) }
      let writers = all.enumerated().map { offset, property in
        { @Sendable in for number in 0..<20 { property.value = offset * 100 + number } }
      }
      return Round(
        writers + [{ for _ in 0..<20 { form.modify { $0[2] += 1 } } }],
        holds: {
          bag.dispose()
          return form.value[2] == 29 && pairs.allSatisfy { all[$0].value == all[$1].value }
        })
    }
  }

  @Test func joinsDeliverOneAtATimeAndEndOnce() async {
    let joins: [(count: Int?, join: @Sendable (Numbers, Numbers) -> Numbers)] = [
      (100, { Signal.merge($0, $1) }), (50, { Signal.zip($0, $1) { first, _ in first } }),
      (nil, { Signal.combineLatest($0, $1) { first, _ in first } }), (nil, { $0.withLatest(from: $1).map { $0.0 } }),
      (nil, { $0.prefix(until: $1) }), (nil, { source, _ in source.share(replay: 3) }),
      (nil, { a, b in a.flatMap(.merge) { _ in b } }), (nil, { a, b in a.flatMap(.concat) { _ in b } }),
      (nil, { a, b in a.flatMap(.limited(2)) { _ in b } }), (nil, { a, b in a.flatMap(.latest) { _ in b } }),
    ]
    for (count, join) in joins {
      await race(times: Self.rounds / 4) { _ in
        let pipes = (0..<2).map { _ in Numbers.pipe() }, observer = Exclusive<Event<Int, Never>>()
        join(pipes[0].signal, pipes[1].signal).observe(observer.observe)
        let senders = pipes.map { pipe in
          { @Sendable in
            for number in 0..<50 { pipe.input.send(number) }
            pipe.input.complete()
          }
        }
        return Round(senders, holds: { observer.endedOnce() && count.map { observer.values?.count == $0 + 1 } ?? true })
      }
    }
  }

  @Test func sharedSignalsAreJoinedAndLeftAtOnce() async {
    await race(times: Self.rounds) { _ in
      let running = MutableProperty(0)
      let shared = Numbers { emitter in
        running.modify { $0 += 1 }
        emitter.disposable.add(Disposable { running.modify { $0 -= 1 } })
        for number in 0..<5 { emitter.send(number) }
      }.share(replay: 2)
      return Round(
        (0..<4).map { _ in { @Sendable in for _ in 0..<5 { shared.start().dispose() } } }, holds: { running.value == 0 }
      )
    }
  }

  @Test(arguments: [true, false]) func commandsRacedAThousandTimes(isSynchronous: Bool) async {
    await race(times: 1000) { _ in
      let time = VirtualTimeScheduler(), running = MutableProperty(0), overlaps = MutableProperty(0)
      let command = Command<Int, Int, Never> { input in
        running.modify { $0 += 1 }
        if running.value > 1 { overlaps.modify { $0 += 1 } }
        let isInside = MutableProperty(true), work = Numbers.just(input)
        // Under the lock, so that a completion beside a cancellation waits until the other has counted.
        let leave = { @Sendable in
          isInside.modify {
            if $0 { running.modify { $0 -= 1 } }; $0 = false
          }
        }
        return (isSynchronous ? work : work.observe(on: time))
          .doCompleted(leave).doFinally(leave)
      }
      return Round(
        { command.execute(1) }, { command.execute(2) }, { command.cancel() }, { time.advance(by: .zero) },
        holds: {
          time.advance(by: .zero)
          return overlaps.value == 0 && running.value == 0 && !command.isExecuting.value && command.isEnabled.value
        })
    }
  }

  @Test(arguments: [CommandPolicy.concurrent, .latest, .exclusive])
  func eachCallerOfACommandGetsOneEndThatNoValueOverlaps(policy: CommandPolicy) async {
    await race(times: Self.rounds) { _ in
      let (source, input) = Numbers.pipe(),
        observers = (0..<4).map { _ in Exclusive<Event<Int, CommandError<Never>>>() }
      let holder = MutableProperty<Command<Int, Int, Never>?>(Command(policy: policy) { _ in source })
      let idle = holder.value?.isExecuting
      return Round(
        { for observer in observers[..<2] { holder.value?.apply(1).observe(observer.observe) } },
        { for observer in observers[2...] { holder.value?.apply(1).observe(observer.observe) } },
        { for number in 0..<20 { input.send(number) } }, { holder.value?.cancel() },
        holds: {
          holder.value = nil
          return idle?.value == false && observers.allSatisfy { $0.endedOnce() }
        })
    }
  }

  @Test func aRunGetsTheValueThatEnabledItWhileTheValueComesAndGoes() async {
    await race(times: Self.rounds) { _ in
      let number = MutableProperty<Int?>(nil), command = Command(unwrapping: number) { Numbers.just($0) }
      let ends = MutableProperty<[Event<Int, CommandError<Never>>]>([])
      return Round(
        { for value in 0..<100 { number.value = value % 2 == 0 ? nil : value } },
        { for _ in 0..<100 { command.apply().observe { event in ends.modify { $0.append(event) } } } },
        holds: {
          let values = ends.value.compactMap(\.value)
          return values.allSatisfy { $0 % 2 == 1 } && ends.value.count { $0 == .completed } == values.count
            && ends.value.count(where: \.isTerminal) == 100
        })
    }
  }

  @Test func anyThreadMayScheduleWhileTimeMoves() async {
    let time = VirtualTimeScheduler(), runs = MutableProperty(0)
    let run = { @Sendable in runs.modify { $0 += 1 } }
    await race(
      { for _ in 0..<500 { time.schedule(after: .milliseconds(1), run) } }, { for _ in 0..<500 { time.schedule(run) } },
      { for _ in 0..<500 { time.schedule(run).dispose() } }, { for _ in 0..<100 { time.advance(by: .milliseconds(1)) } }
    )
    time.run()
    #expect((1000...1500).contains(runs.value))
    #expect(time.pending == 0)
  }

  @Test func delayedWorkOfManyThreadsRunsOnceUnlessItIsDisposed() async {
    let scheduler = DispatchScheduler(DispatchQueue(label: "delayed")), odd = MutableProperty(0)
    let runs = MutableProperty([Int: Int]())
    @Sendable func schedule(_ thread: Int) {
      for number in (thread * 1_000)..<(thread * 1_000 + 1_000) {
        let work = scheduler.schedule(after: .microseconds(1 + number * 7 % 900)) {
          runs.modify { $0[number, default: 0] += 1 }
          if number % 2 == 1 { odd.modify { $0 += 1 } }
        }
        if number % 2 == 0 { work.dispose() }
      }
    }
    await race({ schedule(0) }, { schedule(1) }, { schedule(2) }, { schedule(3) })
    _ = await odd.signal.filter { $0 == 2_000 }.firstValue()
    #expect(runs.value.count { $0.key % 2 == 1 } == 2_000)
    #expect(runs.value.values.allSatisfy { $0 == 1 })
  }
}
