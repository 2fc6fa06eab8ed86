import Signals
import SignalsTesting
import Testing

/// Observers that come during a delivery, while a `removeDuplicates` leaves a value and returns to it.
@Suite struct NodeObservationTests {
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
    let all = [
      distinct, same, same.removeDuplicates(), Property.combineLatest(distinct, Property(constant: 0)) { $0 + $1 },
    ]
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
    // Each is brought up to date when the late observer comes.
    #expect(told.map(\.values) == all.map { _ in [4, 3, 4, 5] })
  }

  @Test func anObserverWhoseFirstValueIsTakenBackBeforeItsTurnIsToldOfTheReturn() {
    let root = MutableProperty(0), distinct = root.removeDuplicates(), tens = distinct.map { $0 * 10 }
    let late = MutableProperty<[Recorder<Int, Never>]>([])
    let observation = distinct.changes.observeValues { value in
      guard value == 1, late.value.isEmpty else { return }
      root.value = 2
      late.value = [distinct.signal, tens.signal, distinct.changes].map { Recorder($0) }
      root.value = 1
    }
    let kept = tens.signal.start()
    root.value = 1
    #expect(late.value.map(\.values) == [[2, 1], [20, 10], [1]])
    for one in [observation, kept] { one.dispose() }
  }

  @Test func anObserverThatComesBetweenReadWritesGetsNoValueTwice() {
    let root = MutableProperty(1), distinct = root.removeDuplicates(),
      late = MutableProperty<[Recorder<Int, Never>]>([])
    let observation = distinct.changes.observeValues { value in
      guard value == 4, late.value.isEmpty else { return }
      root.value = 2
      late.value = [Recorder(distinct.signal), Recorder(distinct.changes)]
      for next in [3, 2] {
        root.value = next
        _ = distinct.value  // so the value that comes back has a new version
      }
    }
    for value in [4, 5] { root.value = value }
    #expect(late.value.map(\.values) == [[2, 5], [5]])
    observation.dispose()
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

  /// A reading makes a new version of the value that comes back.
  @Test func aLateObserverIsNotToldAgainOfAValueThatComesBack() {
    let root = MutableProperty(0), distinct = root.removeDuplicates(), mapped = distinct.map { $0 + 10 }
    let bag = DisposeBag(), recorders = Protected<[Recorder<Int, Never>]>([])
    root.changes.observeValues { [root] value in
      if value != 2 { return }
      _ = distinct.value
      root.value = 1
    }.stored(in: bag)
    distinct.changes.prefix(1).observeValues { _ in
      let late = Recorder(mapped.signal)
      recorders.withLock { $0.append(late) }
    }.stored(in: bag)
    let direct = Recorder(mapped.signal)
    for number in [1, 2, 3] { root.value = number }
    #expect(([direct] + recorders.withLock { $0 }).map(\.values) == [[10, 11, 13], [11, 13]])
    bag.dispose()
  }
}
