import Signals
import SignalsTesting
import Synchronization
import Testing

@Suite struct CombineTests {
  @Test func oneChangeOfTheRootGivesOneConsistentNotification() {
    let root = MutableProperty(1)
    let tens = root.map { $0 * 10 }, hundreds = root.map { $0 * 100 }
    let sum = Property.combineLatest(Property.combineLatest(tens, hundreds) { $0 + $1 }, root) { $0 + $1 }
    let recorders = [Recorder(sum.signal), Recorder(sum.changes)]
    for value in 2...3 { root.value = value }
    #expect(recorders.map(\.values) == [[111, 222, 333], [222, 333]])
    #expect(sum.value == 333)
  }

  @Test func eachRootGivesANotification() {
    let a = MutableProperty(1), b = MutableProperty("b"), c = MutableProperty(true), d = MutableProperty(0.5)
    let all = [
      Property.combineLatest(a, b) { "\($0) \($1)" }, Property.combineLatest(a, b, c) { "\($0) \($1) \($2)" },
      Property.combineLatest(a, b, c, d) { "\($0) \($1) \($2) \($3)" },
      Property.combineLatest(c.and(Property(constant: true)), c.or(Property(constant: false)), c.not) {
        "\($0) \($1) \($2)"
      },
    ]
    let recorders = all.map { Recorder($0.signal) }
    (a.value, b.value, c.value, d.value) = (2, "B", false, 1.5)
    let values: [[String]] = [
      ["1 b", "2 b", "2 B"], ["1 b true", "2 b true", "2 B true", "2 B false"],
      ["1 b true 0.5", "2 b true 0.5", "2 B true 0.5", "2 B false 0.5", "2 B false 1.5"],
      ["true true false", "false false true"],
    ]
    #expect(recorders.map(\.values) == values)
    #expect(all.map(\.value) == values.compactMap(\.last))
  }

  @Test func aListOfPropertiesIsOneCombination() {
    let roots = (0..<100).map { MutableProperty($0) }, computations = MutableProperty(0)
    let list = Property.combineLatest(roots) { values in
      computations.modify { $0 += 1 }
      return values
    }
    let recorder = Recorder(list.signal)
    #expect(recorder.values == [Array(0..<100)])
    computations.value = 0
    (roots[0].value, roots[99].value) = (-1, -2)
    #expect(recorder.values.last == [-1] + Array(1..<99) + [-2])
    #expect(recorder.values.count == 3)
    #expect(list.value == recorder.values.last)
    #expect(computations.value == 2)
  }

  @Test func aListOfPropertiesOfOneRootChangesOnceWithIt() {
    let root = MutableProperty(1), maps = (0..<3).map { factor in root.map { $0 * factor } }
    let list = Property.combineLatest(maps + [maps[2], Property(constant: 7)]) { $0 }
    let recorder = Recorder(list.signal)
    root.value = 2
    #expect(recorder.values == [[0, 1, 2, 2, 7], [0, 2, 4, 4, 7]])
  }

  @Test func aListOfPropertiesEndsAfterTheLastOfThem() {
    var roots = (0..<3).map { MutableProperty($0) }
    let recorder = Recorder(Property.combineLatest(roots) { $0 }.signal)
    roots.removeFirst(2)
    #expect(!recorder.isCompleted)
    roots[0].value = 5
    roots = []
    #expect(recorder.values == [[0, 1, 2], [0, 1, 5]])
    #expect(recorder.isCompleted)
  }

  @Test func aListOfNoPropertiesIsConstant() {
    let recorder = Recorder(Property.combineLatest([Property<Int>]()) { $0.count }.signal)
    #expect(recorder.values == [0])
    #expect(recorder.isCompleted)
  }

  /// The combination already includes the second write when the observers are attached.
  @Test func observersThatComeDuringADeliveryMissNoWriteAfterIt() {
    let a = MutableProperty(0), b = MutableProperty(0), sum = Property.combineLatest(a, b) { $0 + $1 }
    for property in [sum, sum.map { $0 }, sum.removeDuplicates(), a.flatMap { first in b.map { first + $0 } }] {
      (a.value, b.value) = (0, 0)
      let all = MutableProperty<[Int]>([]), changes = MutableProperty<[Int]>([]), bag = DisposeBag()
      property.changes.filter { $0 == 1 }.observeValues { [bag] _ in
        property.signal.observeValues { value in all.modify { $0.append(value) } }.stored(in: bag)
        property.changes.observeValues { value in changes.modify { $0.append(value) } }.stored(in: bag)
        b.value = 10
      }.stored(in: bag)
      a.value = 1
      #expect(all.value == [1, 11])
      #expect(changes.value == [11])
      bag.dispose()
    }
  }

  @Test func aWriteThatComesWhileACombinationComputesIsNotifiedNext() {
    let a = MutableProperty(1), b = MutableProperty(0)
    let sum = Property.combineLatest(a, b) { first, second in
      if first == 2, second == 0 { b.value = 10 }
      return first + second
    }
    let recorder = Recorder(sum.signal)
    a.value = 2
    #expect(recorder.values == [1, 2, 12])
    #expect(sum.value == 12)
  }

  /// The root is written and released while an observer that comes on another thread updates the combination.
  @Test func theLastValueComesBeforeTheEnd() async {
    let delivery = Rendezvous(), computation = Rendezvous(), isFirst = Atomic(true)
    let root = MutableProperty<MutableProperty<Int>?>(MutableProperty(0))
    let observation = root.value?.changes.observeValues { value in
      if value == 1 { delivery.pause() }
    }
    let signal = root.value.map { Property.combineLatest($0, MutableProperty(0)) { first, _ in first } }?.map { value in
      if value == 1, isFirst.exchange(false, ordering: .relaxed) { computation.pause() }
      return value
    }.signal
    let recorder = signal.map { Recorder($0) }
    await race(
      {
        for value in [1, 2] { root.value?.value = value }
        root.value = nil
        computation.resume()
      },
      {
        delivery.awaitPause()
        signal?.observeValues { _ in }
      },
      {
        computation.awaitPause()
        delivery.resume()
      })
    #expect(recorder?.values.last == 2)
    #expect(recorder?.isCompleted == true)
    observation?.dispose()
  }

  @Test func completesWhenAllRootsHave() {
    var a: MutableProperty<Int>? = MutableProperty(1), b: MutableProperty<Int>? = MutableProperty(2)
    let recorder = a.flatMap { a in b.map { Recorder(Property.combineLatest(a, $0) { $0 + $1 }.signal) } }
    a = nil
    b?.value = 3
    b = nil
    #expect(recorder?.events == [.value(3), .value(4), .completed])
  }
}
