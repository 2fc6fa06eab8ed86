import Dispatch
import Signals
import SignalsTesting
import Synchronization
import Testing

/// `removeDuplicates` of a property, above all when a change is taken back before anybody was told of it.
@Suite struct DistinctNodeTests {
  @Test func aChangeThatReadersSawAndThatIsTakenBackLeavesTheSourcesValue() {
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

  @Test(arguments: [false, true]) func aCombinationIsRightAfterAChangeBackThatWasNotDelivered(
    isObserved: Bool
  ) {
    let root = MutableProperty(4), other = MutableProperty(0), distinct = root.removeDuplicates()
    let tens = distinct.map { $0 * 10 }, sum = Property.combineLatest(tens, other) { $0 + $1 }
    let apart = Property.combineLatest(distinct, Property(constant: 100)) { $0 + $1 }
    let observation = root.changes.observeValues { value in
      if value == 4 || root.value == 4 { return }
      other.value += 1
      root.value = 3  // read after this delivery, so this delivery cannot tell it
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
    #expect(told.map(\.values) == [[4, 5], [40, 50], [104, 105]])
    #expect(sum.value == 52)
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

  @Test func aMapIsToldEachValueThatItsSourceTellsAlsoIfItIsTakenBack() {
    let root = MutableProperty(1), distinct = root.removeDuplicates(), mapped = distinct.map { $0 }, bag = DisposeBag()
    distinct.changes.prefix(1).observeValues { _ in root.value = 3 }.stored(in: bag)
    mapped.changes.observeValues { if $0 == 3 { root.value = 2 } }.stored(in: bag)
    let told = Recorder(mapped.changes)
    root.value = 2
    #expect(told.values == [2, 3, 2])
    #expect(mapped.value == 2)
    bag.dispose()
  }

  @Test func aCombinationWithADistinctConstantEnds() {
    let recorder: Recorder<Int, Never>
    do {
      let root = MutableProperty(1), constant = Property(constant: 1).removeDuplicates()
      recorder = Recorder(Property.combineLatest(constant, root) { $0 + $1 }.signal)
      root.value = 2
    }
    #expect(recorder.values == [2, 3])
    #expect(recorder.isCompleted)
  }

  /// Without a memory of what was seen, each layer would double the work: 2^40 steps.
  @Test func readingLayersAgainIsLinear() {
    let root = MutableProperty(1), elsewhere = MutableProperty(0), derived = elsewhere.map { $0 }
    var pair = [root.removeDuplicates(), root.map { -$0 }.removeDuplicates()]
    for _ in 0..<40 {
      pair = [1, 2].map { factor in
        Property.combineLatest(pair[0], pair[1]) { $0 &* factor &+ $1 }.removeDuplicates()
      }
    }
    let value = pair[0].value
    elsewhere.value = 1
    #expect(pair[0].value == value)
    #expect(derived.value == 1)
  }

  /// Readers saw the value between, and nobody was told of it.
  @Test func aMapThatIsObservedAfterAnEqualValueCameBackHasThatOne() {
    let user = MutableProperty(User(id: 1, name: "old")), distinct = user.removeDuplicates()
    let name = distinct.map { $0.name }, both = Property.combineLatest(distinct, name) { "\($0.name) \($1)" }
    let observation = user.changes.observeValues { value in
      if value.id == 1 { return }
      _ = distinct.value
      user.value = User(id: 1, name: "new")
    }
    let told = Recorder(name.signal)
    user.value = User(id: 2, name: "other")
    #expect(Recorder(name.signal).values == ["new"])
    #expect([name.value, both.value] == ["new", "new new"])
    #expect(told.values == ["old"])
    observation.dispose()
  }

  /// Behind a `flatMap`, each layer would ask the one below it twice whether it has ended: 2^40 questions.
  @Test func layersAboveAFlatMapEndInATimeThatIsLinear() {
    let recorder: Recorder<Int, Never>
    do {
      let root = MutableProperty(1), constant = Property(constant: 7)
      let first = root.flatMap { _ in constant }
      var pair = [first, first.map { -$0 }]
      for _ in 0..<40 {
        pair = [1, 2].map { factor in
          Property.combineLatest(pair[0], pair[1]) { $0 &* factor &+ $1 }.removeDuplicates()
        }
      }
      recorder = Recorder(pair[0].flatMap { _ in constant }.signal)
    }
    #expect(recorder.values == [7])
    #expect(recorder.isCompleted)
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

  @Test func aWriteElsewhereComparesNothing() {
    let compared = MutableProperty(0), other = MutableProperty(0)
    let root = MutableProperty(Compared(number: 1) { compared.modify { $0 += 1 } })
    let sum = Property.combineLatest(root.removeDuplicates(), other) { $0.number + $1 }, recorder = Recorder(sum.signal)
    compared.value = 0
    other.value = 1
    #expect(recorder.values == [1, 2])
    #expect(sum.value == 2)
    #expect(compared.value == 0)
  }

  /// - Parameter isReadElsewhere: Whether another combination is reading its sources meanwhile, on another thread.
  @Test(arguments: [false, true])
  func aWriteWithoutAChangeInsideAnObserverIsNoWorkForEachPathBehindIt(isReadElsewhere: Bool) async {
    let slowReading = Rendezvous(), isNext = Atomic(false)
    let slow = MutableProperty(
      Compared(number: 0) {
        if isNext.exchange(false, ordering: .relaxed) { slowReading.pause() }
      })
    let slowRoot = MutableProperty(0)
    let reading = Property.combineLatest(slow.removeDuplicates(), slowRoot) { $0.number + $1 }.signal.observeValues {
      _ in
    }
    // So the combination reads its sources, and with them compares, before the write to the first source is delivered.
    let trigger = slow.changes.observeValues { _ in slowRoot.value = 1 }
    let root = MutableProperty(0), other = MutableProperty(0), distinct = other.removeDuplicates()
    var heads = [
      Property.combineLatest(distinct, root) { $0 + $1 }, Property.combineLatest(distinct, root) { $0 - $1 },
    ]
    for _ in 0..<12 {
      heads = [-1, 1].map { sign in Property.combineLatest(heads[0], heads[1], root) { $0 &+ sign &* $1 &+ $2 } }
    }
    let compared = MutableProperty(0)
    let last = heads[0].map { value in Compared(number: value) { compared.modify { $0 += 1 } } }.removeDuplicates()
    let echo = Property.combineLatest(root, MutableProperty(0)) { $0 + $1 }.changes.observeValues { _ in other.value = 0
    }
    let observation = last.signal.observeValues { _ in }
    compared.value = 0
    isNext.store(isReadElsewhere, ordering: .relaxed)
    await race(
      { slow.value = slow.value },
      {
        if isReadElsewhere { slowReading.awaitPause() }
        root.value = 1
        slowReading.resume()
      })
    #expect(compared.value < 10)
    for one in [reading, trigger, echo, observation] { one.dispose() }
  }

  /// - Parameters:
  ///   - isRead: Whether the value that came back is read before the comparison ends.
  ///   - isDelivered: Whether it is delivered before the comparison ends.
  @Test(arguments: [false, true], [false, true])
  func aChangeThatIsTakenBackWhileAnotherThreadComparesItLeavesNoOldValue(isRead: Bool, isDelivered: Bool) async {
    let isWritten = DispatchSemaphore(value: 0), isTold = DispatchSemaphore(value: 0)
    let comparison = Rendezvous(), isNext = Atomic(false)
    let numbers = (0...1).map { number in
      Compared(number: number) {
        if isNext.exchange(false, ordering: .relaxed) { comparison.pause() }
      }
    }
    let root = MutableProperty(numbers[0]), other = MutableProperty(0), distinct = root.removeDuplicates()
    let sum = Property.combineLatest(distinct, other) { $0.number + $1 }, told = Recorder(sum.signal)
    let observation = root.changes.observeValues { value in
      if value.number == 0 { return }
      isWritten.signal()
      comparison.awaitPause()
      root.value = numbers[0]
      if isRead { _ = distinct.value }
      if isDelivered { return }
      comparison.resume()
      isTold.wait()
    }
    await race(
      {
        root.value = numbers[1]
        comparison.resume()
      },
      {
        isWritten.wait()
        isNext.store(true, ordering: .relaxed)
        other.value = 10
        isTold.signal()
      })
    // The change may be told, or told together with the one that takes it back.
    #expect([[0, 11, 10], [0, 10]].contains(told.values))
    #expect(sum.value == 10)
    observation.dispose()
  }
}
