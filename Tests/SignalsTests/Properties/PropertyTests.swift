import Signals
import SignalsTesting
import Testing

@Suite struct PropertyTests {
  @Test func aConstantGivesItsValueAndCompletesAndSoDoesACombinationOfConstants() {
    let constant = Property(constant: 1)
    for property in [constant, constant.combine(Property(constant: 0)) { $0 + $1 }] {
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
    derived.value = source.map { $0 * 10 }.removeDuplicates().combine(source) { $0 + $1 }
    source.value = 2
    #expect(seen.value == [22])
    // Disposed, because the observer reads a property that keeps its source alive.
    observation.dispose()
  }

  @Test func aPropertyWithoutDuplicatesThatReadersSawChangeAndChangeBackIsEqualToItsSource() {
    let root = MutableProperty(4), distinct = root.removeDuplicates(), again = distinct.removeDuplicates()
    let observation = root.changes.observeValues { value in
      if value == 4 { return }
      _ = again.value
      root.value = 4
    }
    let recorder = Recorder(distinct.signal), before = again.value
    root.value = 3
    #expect([before, distinct.value, again.value] == [4, 4, 4])
    observation.dispose()
    withExtendedLifetime(recorder) {}
  }

  @Test(arguments: [false, true]) func aCombinationOfAPropertyWhoseChangeBackNobodyWasToldOfIsEqualToItsFunction(
    isObserved: Bool
  ) {
    let root = MutableProperty(4), other = MutableProperty(0), distinct = root.removeDuplicates()
    let tens = distinct.map { $0 * 10 }, sum = tens.combine(other) { $0 + $1 }
    let apart = distinct.combine(Property(constant: 100)) { $0 + $1 }
    let observation = root.changes.observeValues { value in
      if value == 4 { return }
      other.value += 1
      _ = sum.value
      root.value = 4
    }
    let told = [distinct.signal, tens.signal, apart.signal].map { Recorder($0) }
    let sums = isObserved ? Recorder(sum.signal) : nil
    for (time, count) in [(1, 41), (2, 42)] {
      root.value = 3
      #expect([distinct.value, tens.value, sum.value, apart.value] == [4, 40, count, 104], "\(time)")
      root.value = 4
      #expect([distinct.value, tens.value, sum.value, apart.value] == [4, 40, count, 104], "\(time)")
    }
    #expect(told.map(\.values) == [[4], [40], [104]])
    if let sums { #expect(sums.values == [40, 31, 41, 32, 42]) }
    observation.dispose()
    root.value = 5
    #expect(told.map(\.values) == [[4, 5], [40, 50], [104, 105]] && sum.value == 52)
  }

  @Test func anObserverThatComesDuringAChangeThatIsTakenBackIsToldNoValueTwice() {
    let root = MutableProperty(9), distinct = root.removeDuplicates(), late = MutableProperty<[Int]>([])
    let observation = distinct.changes.observeValues { value in
      guard value == 4, late.value.isEmpty else { return }
      distinct.signal.observeValues { one in late.modify { $0.append(one) } }
      root.value = 3
      _ = distinct.value
      root.value = 4
    }
    for value in [4, 5] { root.value = value }
    #expect(late.value == [4, 5])
    observation.dispose()
  }

  @Test(arguments: [false, true]) func anObserverThatComesWithAChangeThatIsTakenBackIsToldOfTheReturn(isReadAgain: Bool)
  {
    let root = MutableProperty(4), distinct = root.removeDuplicates(), same = distinct.map { $0 }
    let all = [distinct, same, same.removeDuplicates(), distinct.combine(Property(constant: 0)) { $0 + $1 }]
    let late = MutableProperty<[Recorder<Int, Never>]>([])
    let observation = root.changes.observeValues { value in
      if value == 4 { return }
      late.value = all.flatMap { [Recorder($0.signal), Recorder($0.changes)] }
      root.value = 4
      if isReadAgain { for property in all { _ = property.value } }
    }
    let told = all.map { Recorder($0.signal) }
    root.value = 3
    observation.dispose()
    #expect(late.value.map(\.values) == all.flatMap { _ in [[3, 4], [4]] })
    root.value = 5
    #expect(late.value.map(\.values) == all.flatMap { _ in [[3, 4, 5], [4, 5]] })
    // Nothing of its own is under way in the third one, so it is brought up to date when the observer comes.
    #expect(told.map(\.values) == [[4, 5], [4, 5], [4, 3, 4, 5], [4, 5]])
  }

  @Test func anObserverThatComesAfterAReturnThatNobodyWasToldOfIsToldNoValueTwice() {
    let root = MutableProperty(4), distinct = root.removeDuplicates(), same = distinct.map { $0 }
    let all = [distinct, same, same.removeDuplicates()], late = MutableProperty<[Recorder<Int, Never>]>([])
    let observation = root.changes.observeValues { value in
      if value == 4 { return }
      _ = all.map(\.value)
      root.value = 4
      late.value = all.flatMap { [Recorder($0.signal), Recorder($0.changes)] }
      root.value = 4
    }
    let told = all.map { Recorder($0.signal) }
    root.value = 3
    observation.dispose()
    #expect(late.value.map(\.values) == all.flatMap { _ in [[4], []] })
    let later = MutableProperty<Recorder<Int, Never>?>(nil)
    let first = distinct.signal.observeValues { value in
      if value == 5 { return }
      later.value = Recorder(distinct.signal)
      root.value = 5
    }
    #expect(later.value?.values == [4, 5])
    first.dispose()
    #expect(late.value.map(\.values) == all.flatMap { _ in [[4, 5], [5]] })
    #expect(told.map(\.values) == all.map { _ in [4, 5] })
  }

  @Test func anObserverThatComesBetweenTwoReturnsIsToldNoValueTwice() {
    let root = MutableProperty(9), distinct = root.removeDuplicates()
    let late = MutableProperty<Recorder<Int, Never>?>(nil)
    @Sendable func leaveAndReturn() {
      for value in [3, 4] {
        root.value = value
        _ = distinct.value
      }
    }
    let observation = distinct.changes.observeValues { value in
      guard value == 4, late.value == nil else { return }
      leaveAndReturn()
      late.value = Recorder(distinct.signal)
      leaveAndReturn()
    }
    for value in [4, 5] { root.value = value }
    #expect(late.value?.values == [4, 5])
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
    #expect(tens.value == 30 && recorder.values == [30])
    root.value = 4
    #expect(tens.value == 40 && recorder.values == [30, 40])
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
    #expect(late.value?.values == [3, next] && same.value == next)
    for observation in observations { observation.dispose() }
  }

  @Test(arguments: [false, true]) func anObserverWhoseAttachmentBringsChangesIsToldOfEach(isMapped: Bool) {
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
    #expect(late.value?.values == [1, 3, 1])
    observation.dispose()
  }

  @Test func anObserverOfRemoveDuplicatesMaySetTheRootInsideItsFirstValue() {
    let root = MutableProperty(1), seen = MutableProperty<[Int]>([])
    let observation = root.map { $0 % 10 }.removeDuplicates().signal.observeValues { value in
      seen.modify { $0.append(value) }
      if value == 1 { (root.value, root.value, root.value) = (11, 2, 12) }
    }
    root.value = 3
    #expect(seen.value == [1, 2, 3])
    observation.dispose()
  }

  @Test func aDerivedPropertyKeepsItsRootAliveAndObservationsKeepNothingAndComplete() {
    var root: MutableProperty<Int>? = MutableProperty(1)
    let kept = Weak(root)
    var derived = root.map { $0.map { $0 * 10 }.removeDuplicates().combine($0) { $0 + $1 } }
    let signals = [root?.signal, derived?.signal, derived?.changes, derived?.map { $0 }.signal].compactMap { $0 }
    let recorders = signals.map { Recorder($0) }
    root = nil
    kept.object?.value = 2
    #expect(derived?.value == 22 && !recorders.contains { $0.isCompleted })
    derived = nil
    #expect(kept.object == nil)
    #expect(
      recorders.map(\.events) == [
        [.value(1), .value(2), .completed], [.value(11), .value(22), .completed], [.value(22), .completed],
        [.value(11), .value(22), .completed],
      ])
    #expect(Recorder(signals[0]).events == [.value(2), .completed], "a late observer gets the last value and the end")
  }

  private struct User: Equatable {
    let id: Int, name: String
    static func == (first: User, second: User) -> Bool { first.id == second.id }
  }

  @Test func notifiedValuesWithoutDuplicatesEqualReadValues() {
    let user = MutableProperty(User(id: 1, name: "old")), distinct = user.removeDuplicates()
    let told = Recorder<User, Never>(distinct.signal)
    for (id, name) in [(2, "other"), (1, "new"), (1, "newer")] { user.value = User(id: id, name: name) }
    #expect(told.values.map(\.name) == ["old", "other", "new"])
    let names = [distinct.value, Recorder<User, Never>(distinct.signal).values[0]].map(\.name)
    #expect(names + [distinct.map { $0.name }.value] == ["new", "new", "new"])
  }
}
