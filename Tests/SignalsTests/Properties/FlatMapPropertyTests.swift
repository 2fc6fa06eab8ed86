import Signals
import SignalsTesting
import Testing

/// Properties that a `flatMap` selects.
@Suite struct FlatMapPropertyTests {
  /// A property of the released root or combination could be taken for one that gets its address.
  @Test func aReleasedPropertyIsNotMistakenForItsSuccessor() {
    var gone: MutableProperty<Int>? = MutableProperty(1)
    let selected = MutableProperty(0), other = MutableProperty(5), roots = MutableProperty<[MutableProperty<Int>]>([])
    let existing = selected.flatMap { $0 == 0 ? Property(constant: 0) : roots.value[$0 - 1].readOnly }
    let created = selected.flatMap { number in other.map { $0 + number } }
    var combined: Property<Int>? = Property.combineLatest(MutableProperty(100).map { $0 }, created) { $0 + $1 }
    let recorders = [gone.map { Property.combineLatest($0, existing) { $0 + $1 }.changes }, combined?.changes]
      .compactMap { $0 }.map {
        Recorder($0)
      }
    (gone, combined) = (nil, nil)
    for number in 1...100 { roots.modify { $0.append(MutableProperty(number * 10)) } }
    for number in 1...100 { selected.value = number }
    #expect(recorders.map(\.values) == [(1...100).map { $0 * 10 + 1 }, (1...100).map { 105 + $0 }])
  }

  @Test func aCommonSourceOfTwoSelectionsIsObservedOnce() {
    let shared = MutableProperty(1), a = MutableProperty(0), b = MutableProperty(0)
    let first = a.flatMap { a in shared.map { $0 + a } }, second = b.flatMap { b in shared.map { $0 + b } }
    let recorder = Recorder(Property.combineLatest(first, second) { "\($0) \($1)" }.signal)
    for (property, value) in [(shared, 2), (a, 10), (shared, 3), (b, 20), (shared, 4)] { property.value = value }
    #expect(recorder.values == ["1 1", "2 2", "12 2", "13 3", "13 23", "14 24"])
  }

  /// What it was before it was there, nobody sees.
  @Test func aSelectedPropertyThatIsWrittenWhenItIsMadeIsReadAsItIsThen() {
    @Sendable func made(_ value: Int) -> Property<Int> {
      let inner = MutableProperty(-1), mapped = inner.map { $0 }
      inner.value = value
      return mapped
    }
    let source = MutableProperty(1), row = source.flatMap(made).flatMap { made($0 + 1) }.flatMap { made($0 + 1) }
    let all = Property.combineLatest((0..<5).map { number in source.flatMap { made($0 * 10 + number) } }) { $0 }
    #expect([row.value, row.value] == [3, 3])
    #expect(all.value == [10, 11, 12, 13, 14])
    let told = Recorder(all.signal), last = Recorder(row.signal)
    source.value = 2
    #expect(told.values == [[10, 11, 12, 13, 14], [20, 21, 22, 23, 24]])
    #expect(last.values == [3, 4])
  }

  @Test func theSelectedPropertyIsKeptOnlyUntilAnotherIsOrNoneCanBe() {
    var selecting: MutableProperty<Int>? = MutableProperty(0)
    let selected = Protected<[Weak<MutableProperty<Int>>]>([])
    let recorder = selecting.map {
      Recorder(
        $0.flatMap { number in
          let inner = MutableProperty(number)
          selected.withLock { $0.append(Weak(inner)) }
          return inner.map { $0 }
        }.signal)
    }
    var alive: [[Bool]] = []
    func look() { alive.append(selected.withLock { $0.prefix(2).map { $0.object != nil } }) }
    look()
    selecting?.value = 1
    selected.withLock { $0[1].object }?.value = 7
    look()
    selecting = nil
    look()
    #expect(alive == [[true], [false, true], [false, false]])
    #expect(recorder?.events == [.value(0), .value(1), .value(7), .completed])
  }

  @Test func aSelectionMadeOfTheSourceLivesUntilTheObservationEnds() {
    var source: MutableProperty<Int>? = MutableProperty(1)
    let released = Weak(source), made = MutableProperty<Property<Int>?>(source?.map { $0 * 10 })
    let events = MutableProperty<[Event<Int, Never>]>([])
    let observation = source?.flatMap { _ in made.value ?? Property(constant: 0) }.signal.observe { event in
      events.modify { $0.append(event) }
    }
    (source, made.value) = (nil, nil)
    #expect(events.value == [.value(10)])
    #expect(released.object != nil)
    observation?.dispose()
    #expect(released.object == nil)
  }

  @Test func completesWhenTheSelectingAndTheSelectedHave() {
    var selecting: MutableProperty<Int>? = MutableProperty(0), selected: MutableProperty<Int>? = MutableProperty(5)
    let inner = MutableProperty(selected?.readOnly)
    let recorder = (selecting?.flatMap { _ in inner.value ?? Property(constant: 0) }.signal).map { Recorder($0) }
    (inner.value, selecting) = (nil, nil)
    selected?.value = 6
    selected = nil
    #expect(recorder?.events == [.value(5), .value(6), .completed])
  }

  @Test func theSelectionOutlivesTheSelectingSignalAndEndsTheObservation() {
    let followed = Property(initial: 0, then: .just(1)).flatMap { MutableProperty($0).map { $0 * 10 } }
    let recorder = Recorder(followed.signal)
    #expect(followed.value == 10)
    #expect(!recorder.isCompleted)
    #expect(isReleased { held in followed.signal.observeValues { _ in withExtendedLifetime(held) {} }.dispose() })
  }

  @Test func theValueIsTheSignalsLast() {
    let (feed, input) = Signal<Int, Never>.pipe(), selected = MutableProperty(1)
    let followed = selected.removeDuplicates().flatMap { _ in Property(initial: 0, then: feed) }
    let recorders = [Recorder(followed.signal), Recorder(followed.signal)]
    input.send(5)
    let values = [5, 1, 2].map { number in
      if number < 5 { selected.value = number }
      return followed.value
    }
    #expect([values] + recorders.map(\.values) == [[5, 5, 0], [0, 5, 0], [0, 5, 0]])
  }

  @Test func aSelectionThatIsMadeAnewForAValueThatCameBackIsNotTakenForTheOldOne() {
    let root = MutableProperty(0), distinct = root.removeDuplicates()
    let b = MutableProperty(0), c = MutableProperty(0), z = MutableProperty(0)
    let flat = distinct.flatMap { _ in Property.combineLatest(b, c) { $0 + $1 } },
      sum = Property.combineLatest(flat, z) { $0 + $1 }
    let kept = distinct.signal.observeValues { _ in }
    flat.signal.observeValues { _ in }.dispose()
    #expect(sum.value == 0)
    let observation = root.changes.observeValues { value in
      if value == 0 { return }
      _ = flat.value
      b.value = 5
      root.value = 0
      _ = [flat.value, sum.value]
    }
    root.value = 1
    #expect([flat.value, sum.value] == [5, 5])
    for one in [kept, observation] { one.dispose() }
  }

  @Test func theSelectedRootIsReadAtTheTimeOfTheSelection() {
    let selecting = MutableProperty(0), root = MutableProperty(0), isFirst = MutableProperty(true)
    let parts = [root.readOnly, Property(constant: 100)]
    let selected = selecting.flatMap { index in
      if isFirst.value {
        isFirst.value = false
        selecting.value = 1
        root.value = 7
      }
      return parts[index]
    }
    // The first part was never selected while it was 7.
    #expect([0, 100].contains(selected.value))
  }

  /// An observer that waits to be attached to another property makes the selection remember each value, until it is attached.
  @Test func valuesReadWhileAnObserverWaitsAreNotKept() {
    var selected: MutableProperty<Int>? = MutableProperty(7)
    let read = selected.map { selected in
      let root = MutableProperty(0), kept = MutableProperty<Property<Int>?>(selected.readOnly)
      let flattened = root.flatMap { _ in kept.value ?? Property(constant: 0) }, beside = root.map { $0 }
      let recorder = Recorder(flattened.signal)
      let observation = root.changes.prefix(1).observeValues { _ in
        beside.signal.observeValues { _ in }
        for number in 2...3 {
          root.value = number
          _ = flattened.value
        }
      }
      root.value = 1
      observation.dispose()
      kept.value = nil
      return recorder
    }
    selected = nil
    #expect(read?.events == [.value(7), .value(7), .completed])
  }

  /// Releases wait only while the `flatMap` computes.
  @Test func aPropertyThatAnObserverDropsEndsAtOnce() {
    let root = MutableProperty(0), sum = Property.combineLatest(root, MutableProperty(0)) { $0 + $1 },
      none = Property(constant: 0)
    let ends = MutableProperty(0), atOnce = MutableProperty<[Int]>([])
    let dropped = MutableProperty(
      (0..<3).map { _ in Property.combineLatest(MutableProperty(0), MutableProperty(0)) { $0 + $1 } })
    for property in dropped.value { property.signal.doCompleted { ends.value += 1 }.observeValues { _ in } }
    @Sendable func drop() {
      dropped.modify { _ = $0.removeLast() }
      atOnce.modify { $0.append(ends.value) }
    }
    let following = root.flatMap { $0 == 0 ? none : sum }
    let ending = root.flatMap { number in
      let fresh = MutableProperty(number)
      if number == 0 { fresh.signal.doCompleted { drop() }.observeValues { _ in } }
      return fresh.readOnly
    }
    let bag = DisposeBag()
    for property in [following, ending] { property.changes.observeValues { _ in }.stored(in: bag) }
    sum.changes.observeValues { _ in drop() }.stored(in: bag)
    ending.changes.observeValues { _ in drop() }.stored(in: bag)
    root.value = 1
    #expect(atOnce.value == [1, 2, 3])
    bag.dispose()
  }

  /// Attaching the observer makes the `flatMap` follow the sum, which updates the sum. The observer of that writes.
  @Test func anObserverOfChangesIsToldOfAWriteDuringItsAttachment() {
    let root = MutableProperty(0), other = MutableProperty(0), shown = MutableProperty(0), bag = DisposeBag()
    let sum = Property.combineLatest(root, other) { $0 + $1 }, none = Property(constant: 0)
    let selected = root.flatMap { $0 == 0 ? none : sum }
    root.changes.observeValues { _ in
      shown.value = selected.value
      selected.changes.bind(to: shown)
    }.stored(in: bag)
    selected.changes.observeValues { _ in }.stored(in: bag)
    sum.changes.prefix(1).observeValues { _ in other.value = 5 }.stored(in: bag)
    root.value = 1
    #expect(shown.value == 6)
    bag.dispose()
  }

  /// The observer makes the last selection and releases the source, so both are met in one update.
  @Test(arguments: 0..<3) func endsAfterALastSelectionThatComesWithTheEndOfTheSource(kind: Int) {
    let outer = MutableProperty(1), last = MutableProperty(7)
    let source = Protected<MutableProperty<Int>?>(MutableProperty(0)), selected = Protected<Property<Int>?>(nil)
    selected.withLock { selected in
      selected = source.withLock { $0 }?.flatMap { index in
        if index == 0 { return outer.readOnly }
        return kind == 0 ? Property(constant: 7) : kind == 1 ? last.map { $0 } : MutableProperty(7).readOnly
      }
    }
    let recorder = Recorder(
      (selected.withLock { $0?.signal } ?? .empty).map { value in
        if value == 2 {
          source.withLock { $0 }?.value = 1
          selected.withLock { $0 = nil }
          source.withLock { $0 = nil }
        }
        return value
      })
    outer.value = 2
    #expect(recorder.values == [1, 2, 7])
    #expect(recorder.isCompleted == (kind != 1))
  }

  /// Following the first property that is selected tells its observer, which selects another one.
  @Test func aSelectionThatIsMadeWhileAnotherIsFollowedIsFollowed() {
    let root = MutableProperty(0), other = MutableProperty(0), last = MutableProperty(100)
    let first = (0..<3).reduce(root.readOnly) { property, _ in property.removeDuplicates() }
    let selected = Property.combineLatest(root, other) { $0 + $1 }.flatMap { index in
      index == 0 ? Property(constant: -1) : index == 1 ? first : last.readOnly
    }
    let recorder = Recorder(selected.signal), observation = first.changes.observeValues { _ in other.value = 1 }
    root.value = 1
    last.value = 101
    #expect(recorder.values == [-1, 1, 100, 101])
    observation.dispose()
  }
}
