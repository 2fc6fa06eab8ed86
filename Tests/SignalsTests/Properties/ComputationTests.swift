import Signals
import SignalsTesting
import Testing

/// The number of computations of derived properties.
@Suite struct ComputationTests {
  private let root = MutableProperty(1), count = MutableProperty(0)

  private func counted(_ property: some PropertyProtocol<Int>) -> Property<Int> {
    property.map { [count] value in
      count.modify { $0 += 1 }
      return value &+ 1
    }
  }

  @Test func mapsRunOnceForAllObserversAndReaders() {
    let last = (0..<10).reduce(root.readOnly) { property, _ in counted(property) }
    let recorders = (0..<10).map { _ in Recorder(last.signal) }
    root.value = 2
    #expect([last.value, last.value, count.value] == [12, 12, 20])
    #expect(recorders.allSatisfy { $0.values == [11, 12] })
  }

  @Test func nothingRunsWithoutObserversAndReadersOrForAWriteElsewhere() {
    let mapped = counted(root.removeDuplicates()), combined = Property.combineLatest(mapped, root) { $0 + $1 }
    combined.signal.observeValues { _ in }.dispose()
    count.value = 0
    for number in 0..<10 { root.value = number }
    #expect([count.value, combined.value, count.value] == [0, 19, 1])
    let other = MutableProperty(0), observation = other.map { $0 }.signal.start()
    for property in [other, root] { property.value = 9 }
    #expect([mapped.value, count.value] == [10, 1])
    observation.dispose()
  }

  @Test func aFlatMapSelectsOncePerChangeEvenIfItAloneKeepsTheSelection() {
    let selected = root.flatMap { [count] value in
      count.modify { $0 += 1 }
      return MutableProperty(value).readOnly
    }
    let recorder = Recorder(selected.signal)
    for value in [2, 3] { root.value = value }
    #expect(recorder.values == [1, 2, 3])
    #expect([selected.value, count.value] == [3, 3])
  }

  @Test func observingEveryNodeOfLayersIsLinear() {
    for layers in [10, 100] {
      let roots = (0..<4).map { MutableProperty($0) }, bag = DisposeBag()
      var layer = roots.map(\.readOnly)
      for _ in 0..<layers {
        let last = layer
        layer = (0..<4).map { index in
          let next = counted(Property.combineLatest(last[index], last[(index + 1) % 4]) { $0 &- $1 })
          next.signal.observeValues { _ in }.stored(in: bag)
          return next
        }
      }
      count.value = 0
      roots[0].value = 9
      #expect(count.value <= 4 * layers)
    }
  }

  @Test func readingADiamondOfFortyLayersIsLinear() {
    let last = (0..<40).reduce(root.readOnly) { property, _ in
      counted(Property.combineLatest(property, property) { $0 &+ $1 })
    }
    for writes in 1...2 {
      #expect(last.value == last.value)
      #expect(count.value == 40 * writes)
      root.value += 1
    }
  }

  @Test func aMapGivesEachValueAndACombinationTheLatest() {
    let mapped = root.map { $0 * 10 }, other = MutableProperty(0)
    let echo = root.changes.observeValues { [root] in if $0 == 2 { root.value = 3 } }
    let maps = Recorder(mapped.signal), both = Recorder(Property.combineLatest(mapped, other) { $0 + $1 }.signal)
    root.value = 2
    #expect(maps.values == [10, 20, 30])
    #expect(both.values.last == 30)
    echo.dispose()
  }

  @Test func aHundredThousandAppendsCopyNothing() {
    // With copies, this would copy five billion elements.
    let list = MutableProperty<[Int]>([]), changes = MutableProperty(0)
    list.changes.observeValues { _ in changes.modify { $0 += 1 } }
    var places: Set<Int> = []
    for number in 0..<100_000 {
      list.modify { list in
        list.append(number)
        list.withUnsafeBufferPointer { _ = places.insert(Int(bitPattern: $0.baseAddress)) }
      }
    }
    #expect(list.value.count == 100_000)
    #expect(changes.value == 100_000)
    #expect(places.count < 100)
  }

  /// Two threads write; a third reads and a fourth observes.
  @Test func aReaderIsNotHeldUpByWriters() async {
    let a = MutableProperty(0), b = MutableProperty(0), torn = MutableProperty(0)
    // `b` is written after `a`, so it is never ahead.
    let both = Property.combineLatest(a.map { $0 }, b.removeDuplicates(), a) { ($0, $1, $2) }
    let check: @Sendable ((Int, Int, Int)) -> Void = { if $0.0 != $0.2 || $0.1 > $0.0 { torn.modify { $0 += 1 } } }
    let observation = both.signal.observeValues(check)
    await race(
      {
        for number in 1...2_000 {
          a.value = number
          b.value = number
        }
      },
      { for _ in 0..<2_000 { check(both.value) } },
      { for _ in 0..<500 { both.signal.observeValues(check).dispose() } })
    #expect(torn.value == 0)
    #expect(both.value == (2_000, 2_000, 2_000))
    observation.dispose()
  }

  /// Each is computed when it is read, and perhaps once more when it is delivered.
  @Test func valuesThatAreReadBeforeTheirDeliveryAreAllDelivered() {
    let tens = counted(root.map { $0 * 10 })
    let early = root.changes.observeValues { [root] value in
      if value != 2 { return }
      for next in [3, 4, 5] {
        root.value = next
        _ = tens.value
      }
    }
    let told = Recorder(tens.signal)
    root.value = 2
    #expect(told.values == [11, 21, 31, 41, 51])
    #expect(count.value <= 5 + 3)
    early.dispose()
  }

  @Test func aValueThatWasReadAfterAReturnIsNotComputedAgainForItsFirstObserver() {
    let distinct = root.removeDuplicates(), mapped = counted(distinct), kept = distinct.signal.start()
    let observation = root.changes.observeValues { [root] value in
      if value == 1 { return }
      _ = distinct.value  // so the value that comes back has a new version
      root.value = 1
    }
    root.value = 2
    let value = mapped.value, recorder = Recorder(mapped.signal)
    #expect(recorder.values == [value])
    #expect(count.value == 1)
    for one in [kept, observation] { one.dispose() }
  }

  @Test func selectingManyNewPropertiesIsOneComputationForEach() {
    let all = (0..<1_000).map { number in
      root.flatMap { [count] value in
        count.modify { $0 += 1 }
        return MutableProperty(value + number).readOnly
      }
    }
    let sum = all.dropFirst().reduce(all[0]) { Property.combineLatest($0, $1) { $0 + $1 } }
    #expect([sum.value, count.value] == [500_500, 1_000])
  }

  /// The values that it is notified of later are those that were read in between.
  @Test(arguments: [false, true]) func aLateObserverIsToldOfWritesThatAreReadMeanwhile(isBehindACombination: Bool) {
    let mapped = counted(root.readOnly), combined = Property.combineLatest(mapped, MutableProperty(0)) { $0 + $1 }
    let late = isBehindACombination ? combined : mapped, recorders = Protected<[Recorder<Int, Never>]>([])
    let observation = root.changes.observeValues { [root] value in
      if value != 2 { return }
      let recorder = Recorder(late.signal)
      recorders.withLock { $0.append(recorder) }
      for number in 3...4 {
        root.value = number
        _ = late.value
      }
    }
    root.value = 2
    let told = recorders.withLock { $0.map(\.values) }
    #expect(told == [isBehindACombination ? [3, 5] : [3, 4, 5]])
    #expect(count.value <= 3 + 2)
    observation.dispose()
  }

  /// While the property is let go and attached again, its root's writes wait to be delivered.
  @Test func aPropertyThatIsSelectedAgainAndReadDuringADeliveryIsToldOnce() {
    let mapped = counted(root.readOnly), isSelected = MutableProperty(true)
    let selected = isSelected.flatMap { $0 ? mapped : Property(constant: 0) }, recorder = Recorder(selected.signal)
    let observation = root.changes.observeValues { [root] value in
      if value != 2 { return }
      (isSelected.value, isSelected.value) = (false, true)
      for number in 3...5 {
        root.value = number
        _ = mapped.value
      }
    }
    root.value = 2
    #expect(recorder.values == [2, 0, 3, 6])
    #expect(count.value <= 5 + 3)
    observation.dispose()
  }

  /// The map is read between a write from inside a delivery and its delivery, with more maps of it behind.
  @Test func aMapWithManyMapsBehindItComputesOnceMoreForAChange() {
    let map = counted(root), bag = DisposeBag()
    map.changes.prefix(1).observeValues { [root] _ in
      root.value = 3
      _ = map.value
    }.stored(in: bag)
    let told = (0..<10).map { _ in Recorder(map.map { $0 }.changes) }
    count.value = 0
    root.value = 2
    #expect(count.value <= 2 * 2)
    #expect(told.allSatisfy { $0.values.count == 2 })
    bag.dispose()
  }

  /// The map, which nobody observes, is read between a write from inside a delivery and its delivery.
  @Test func aMapThatACombinationUsesFourTimesComputesOnceMoreForAChange() {
    let map = counted(root)
    let told = Recorder(Property.combineLatest(map, map, map, map) { $0 + $1 + $2 + $3 }.changes)
    let observation = root.changes.prefix(1).observeValues { [root] _ in
      root.value = 3
      _ = map.value
    }
    count.value = 0
    root.value = 2
    #expect(count.value <= 2 * 2)
    #expect(told.values.count == 2)
    observation.dispose()
  }

  /// Attaching its observer updates the combination, whose observer reads the map, writes, and reads again.
  @Test func readingWhileAnObserverIsAttachedIsOneComputationForEachWrite() {
    let combined = Property.combineLatest(root, MutableProperty(0)) { $0 + $1 }, mapped = counted(combined),
      bag = DisposeBag()
    let recorders = Protected<[Recorder<Int, Never>]>([])
    root.changes.prefix(1).observeValues { _ in
      let recorder = Recorder(mapped.signal)
      recorders.withLock { $0.append(recorder) }
    }.stored(in: bag)
    combined.changes.prefix(1).observeValues { [root] _ in
      _ = mapped.value
      root.value = 3
      _ = mapped.value
    }.stored(in: bag)
    root.value = 2
    #expect(recorders.withLock { $0.map(\.values.last) } == [4])
    #expect(count.value == 2)
    bag.dispose()
  }

  /// It was disposed by the computation of its first value, before its turn to be attached.
  @Test func nothingIsComputedForAnObserverThatWasDisposedBeforeItsTurn() {
    let (stop, stopping) = Signal<Void, Never>.pipe()
    let combined = Property.combineLatest(root, MutableProperty(0)) { $0 + $1 }
    let mapped = counted(
      combined.map { value in
        stopping.send(())
        return value
      })
    let observation = combined.changes.observeValues { value in
      if value == 2 { mapped.signal.prefix(until: stop).observeValues { _ in } }
    }
    for number in 2...5 { root.value = number }
    #expect(count.value == 1)
    observation.dispose()
  }

  /// The selection that a reading replaces holds the last reference to a property, whose end is told meanwhile.
  @Test func anEndThatAReadingCausesLeavesNoOldValue() {
    let fresh = root.flatMap { MutableProperty($0).readOnly }
    let other = Property.combineLatest(fresh, MutableProperty(1)) { [count] in
      count.modify { $0 += 1 }
      return $0 + $1
    }
    let bag = DisposeBag()
    root.changes.prefix(1).observeValues { [root] _ in
      root.value = 3
      _ = other.value
    }.stored(in: bag)
    fresh.changes.observeValues { [root] value in
      if value != 3 { return }
      _ = other.value
      root.value = 4
      _ = other.value
    }.stored(in: bag)
    let recorder = Recorder(other.signal)
    root.value = 2
    #expect(recorder.values == [2, 5])
    #expect(other.value == 5)
    bag.dispose()
  }

  /// The `flatMap` selects the sum and depends on it, which updates the sum. Its observer reads, writes, and reads again.
  @Test func readingWhileAFlatMapFollowsIsOneComputationForEachWrite() {
    let sum = Property.combineLatest(root, MutableProperty(0)) { $0 + $1 }, none = Property(constant: 0)
    let selected = counted(root.flatMap { $0 == 1 ? none : sum }), recorder = Recorder(selected.changes)
    let observation = sum.changes.prefix(1).observeValues { [root] _ in
      _ = selected.value
      root.value = 3
      _ = selected.value
    }
    count.value = 0
    root.value = 2
    #expect(recorder.values == [3, 4])
    #expect(count.value == 2)
    observation.dispose()
  }
}
