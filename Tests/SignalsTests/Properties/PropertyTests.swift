import Signals
import SignalsTesting
import Testing

@Suite struct PropertyTests {
  @Test func aConstantGivesItsValueAndCompletesAndSoDoesACombinationOfConstants() {
    let constant = Property(constant: 1)
    for property in [constant, Property.combineLatest(constant, Property(constant: 0)) { $0 + $1 }] {
      #expect(
        [Recorder(property.signal), Recorder(property.changes)].map(\.events) == [
          [.value(1), .completed], [.completed],
        ])
      #expect(property.value == 1)
    }
  }

  @Test func followsASignalAndEndsItsObservationWhenItGoes() {
    let (signal, input) = Signal<Int, Never>.pipe(), ends = MutableProperty(0)
    let property = Property(initial: 0, then: signal).map { $0 * 10 }
    let recorders = [Recorder(property.signal), Recorder(property.changes)]
    input.send(1)
    let value = property.value
    input.complete()
    _ = Property(initial: 0, then: Signal<Int, Never>.never.doFinally { ends.value += 1 })
    #expect(recorders.map(\.events) == [[.value(0), .value(10), .completed], [.value(10), .completed]])
    #expect([value, property.value, ends.value] == [10, 10, 1])
  }

  @Test func isAlwaysEqualToItsFunctionOfTheSourceEvenInsideAnEarlierObserver() {
    let source = MutableProperty(1), derived = MutableProperty<Property<Int>?>(nil)
    let seen = MutableProperty<[Int?]>([])
    let observation = source.changes.observeValues { _ in seen.modify { $0.append(derived.value?.value) } }
    derived.value = Property.combineLatest(source.map { $0 * 10 }.removeDuplicates(), source) { $0 + $1 }
    source.value = 2
    #expect(seen.value == [22])
    // Disposed, because the observer reads a property that keeps its source alive.
    observation.dispose()
  }

  @Test func anObserverThatComesBeforeTheLastChangeIsToldOfItAndThenOfTheEnd() {
    let (signal, input) = Signal<Int, Never>.pipe(), source = Property(initial: 1, then: signal)
    let all = [source.map { $0 }, source.removeDuplicates(), source.removeDuplicates().map { $0 }]
    let late = MutableProperty<[Recorder<Int, Never>]>([])
    let observers = all.map { property in
      property.signal.observeValues { value in
        if value == 1 { late.modify { $0 += [Recorder(property.signal), Recorder(property.changes)] } }
        guard late.value.count == 6, value == 1 else { return }
        input.send(2)
        input.complete()
      }
    }
    #expect(
      late.value.map(\.events) == all.flatMap { _ in [[.value(1), .value(2), .completed], [.value(2), .completed]] })
    withExtendedLifetime(observers) {}
  }

  @Test func anObserverThatIsDisposedBeforeItsTurnLeavesNoOldValue() {
    let root = MutableProperty(1), tens = root.map { $0 * 10 }
    let observation = root.changes.observeValues { _ in tens.signal.observeValues { _ in }.dispose() }
    root.value = 2
    observation.dispose()
    root.value = 3
    let recorder = Recorder(tens.signal)
    #expect(tens.value == 30)
    #expect(recorder.values == [30])
    root.value = 4
    #expect(tens.value == 40)
    #expect(recorder.values == [30, 40])
  }

  @Test(arguments: [1, 5]) func anObserverThatComesBeforeWritesOfItsOwnAttachmentIsToldOfThem(next: Int) {
    let root = MutableProperty(1), distinct = root.removeDuplicates().removeDuplicates(), same = distinct.map { $0 }
    let late = MutableProperty<Recorder<Int, Never>?>(nil)
    let observations = [
      root.changes.observeValues { value in if value == 3 { late.value = Recorder(same.signal) } },
      // The attachment brings the head up to date.
      distinct.signal.observeValues { value in if value == 3 { root.value = next } },
    ]
    root.value = 3
    #expect(late.value?.values.last == next)
    #expect(same.value == next)
    for observation in observations { observation.dispose() }
  }

  @Test(arguments: [false, true]) func anObserverWhoseAttachmentBringsChangesIsToldOfTheLast(isMapped: Bool) {
    let root = MutableProperty(0), distinct = root.removeDuplicates(),
      late = MutableProperty<Recorder<Int, Never>?>(nil)
    let property = isMapped ? distinct.map { $0 } : distinct
    let observation = distinct.changes.observeValues { value in
      if value == 1, late.value == nil {
        late.value = Recorder(property.signal)
        root.value = 3
      }
      if value == 3 { root.value = 1 }
    }
    root.value = 1
    // What is written before its turn may be told together.
    #expect(late.value?.values == (isMapped ? [1, 3, 1] : [1]))
    observation.dispose()
  }

  @Test func aDerivedPropertyKeepsItsRootAliveAndObservationsDoNot() {
    var root: MutableProperty<Int>? = MutableProperty(1)
    let kept = Weak(root)
    var derived = root.map { Property.combineLatest($0.map { $0 * 10 }.removeDuplicates(), $0) { $0 + $1 } }
    let signals = [root?.signal, derived?.signal, derived?.changes, derived?.map { $0 }.signal].compactMap { $0 }
    let recorders = signals.map { Recorder($0) }
    root = nil
    kept.object?.value = 2
    #expect(derived?.value == 22)
    #expect(!recorders.contains { $0.isCompleted })
    derived = nil
    #expect(kept.object == nil)
    #expect(
      recorders.map(\.events) == [
        [.value(1), .value(2), .completed], [.value(11), .value(22), .completed], [.value(22), .completed],
        [.value(11), .value(22), .completed],
      ])
    #expect(Recorder(signals[0]).events == [.value(2), .completed], "a late observer gets the last value and the end")
  }

  @Test(arguments: [false, true]) func aPropertyThatIsDerivedWhileAWriteWaitsIsNotifiedOnceForEachLaterWrite(
    isObservedAtOnce: Bool
  ) {
    let root = MutableProperty(0), derived = MutableProperty<Property<Int>?>(nil), told = MutableProperty<[Int]>([])
    let observation = root.changes.observeValues { value in
      if value != 1 { return }
      root.value = 2
      let tens = root.map { $0 * 10 }
      derived.value = tens
      if isObservedAtOnce { tens.changes.observeValues { value in told.modify { $0.append(value) } } }
    }
    root.value = 1
    observation.dispose()
    let late = (derived.value?.map { $0 + 1 }.signal).map { Recorder($0) }
    root.value = 3
    late?.dispose()
    root.value = 4
    #expect(late?.values == [21, 31])
    #expect(told.value == (isObservedAtOnce ? [30, 40] : []))
  }
}
