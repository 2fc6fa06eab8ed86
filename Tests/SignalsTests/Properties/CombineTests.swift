import Signals
import SignalsTesting
import Testing

@Suite struct CombineTests {
  @Test func oneChangeOfTheRootGivesOneConsistentNotification() {
    let root = MutableProperty(1)
    let tens = root.map { $0 * 10 }, hundreds = root.map { $0 * 100 }
    let sum = tens.combine(hundreds) { $0 + $1 }.combine(root) { $0 + $1 }
    let recorder = Recorder(sum.signal), changes = Recorder(sum.changes)
    root.value = 2
    root.value = 3
    #expect(recorder.values == [111, 222, 333])
    #expect(changes.values == [222, 333])
    #expect(sum.value == 333)
  }

  @Test func twoRootsGiveANotificationEach() {
    let a = MutableProperty(1), b = MutableProperty(10)
    let recorder = Recorder(a.combine(b) { $0 + $1 }.signal)
    a.value = 2
    b.value = 20
    #expect(recorder.values == [11, 12, 22])
  }

  @Test func threeAndFourRootsGiveANotificationEach() {
    let a = MutableProperty(1), b = MutableProperty("b"), c = MutableProperty(true), d = MutableProperty(0.5)
    let three = a.combine(b, c) { "\($0) \($1) \($2)" }, four = a.combine(b, c, d) { "\($0) \($1) \($2) \($3)" }
    let recorders = (Recorder(three.signal), Recorder(four.signal))
    a.value = 2
    b.value = "B"
    c.value = false
    d.value = 1.5
    #expect(recorders.0.values == ["1 b true", "2 b true", "2 B true", "2 B false"])
    #expect(recorders.1.values == ["1 b true 0.5", "2 b true 0.5", "2 B true 0.5", "2 B false 0.5", "2 B false 1.5"])
    #expect(three.value == "2 B false")
    #expect(four.value == "2 B false 1.5")
  }

  /// The combination already includes the second write when the observers are attached.
  @Test func observersThatComeDuringADeliveryMissNoWriteAfterIt() {
    let a = MutableProperty(0), b = MutableProperty(0), sum = a.combine(b) { $0 + $1 }
    for property in [sum, sum.map { $0 }, sum.removeDuplicates(), a.flatMap { first in b.map { first + $0 } }] {
      (a.value, b.value) = (0, 0)
      let all = MutableProperty<[Int]>([]), changes = MutableProperty<[Int]>([]), bag = DisposeBag()
      property.changes.filter { $0 == 1 }.observeValues { [bag] _ in
        property.signal.observeValues { value in all.modify { $0.append(value) } }.stored(in: bag)
        property.changes.observeValues { value in changes.modify { $0.append(value) } }.stored(in: bag)
        b.value = 10
      }.stored(in: bag)
      a.value = 1
      #expect(all.value == [1, 11] && changes.value == [11])
      bag.dispose()
    }
  }

  @Test func aSourceThatOccursTwiceNotifiesOnce() {
    let root = MutableProperty(1), runs = MutableProperty(0)
    let tens = root.map { $0 * 10 }
    let three = tens.combine(root, tens) { $0 + $1 + $2 }
    let four = three.combine(root, tens, root) { sum, a, b, c in
      runs.modify { $0 += 1 }
      return sum + a + b + c
    }
    let recorder = Recorder(four.changes)
    root.value = 2
    #expect(recorder.values == [66])
    #expect(four.value == 66 && four.value == 66)
    #expect(runs.value == 1)
  }

  @Test func unchangedSourcesDoNotNotify() {
    let a = MutableProperty(1), b = MutableProperty("x")
    let recorder = Recorder(a.map { $0 % 2 }.removeDuplicates().combine(b) { "\($0)\($1)" }.changes)
    a.value = 3
    a.value = 4
    b.value = "y"
    #expect(recorder.values == ["0x", "0y"])
  }

  @Test func aCombinationOfTwoThatCompareNotifiesWhenOneOfThemHasChanged() {
    let root = MutableProperty(0)
    let tens = root.map { $0 / 10 }.removeDuplicates(), ones = root.map { $0 % 10 }.removeDuplicates()
    let both = tens.combine(ones) { "\($0).\($1)" }, isEven = ones.map { $0 % 2 == 0 }.removeDuplicates()
    let recorder = Recorder(both.map { $0 }.combine(isEven) { "\($0) \($1)" }.changes)
    for value in [1, 1, 3, 3, 13, 14] { root.value = value }
    #expect(recorder.values == ["0.1 false", "0.3 false", "1.3 false", "1.4 true"])
    recorder.dispose()
    root.value = 25
    #expect(Recorder(both.signal).values == ["2.5"])
  }

  @Test func reentrantChangesAreDeliveredOneByOne() {
    let root = MutableProperty(1)
    let sum = root.map { $0 }.combine(root.map { $0 * 10 }) { $0 + $1 }
    let recorder = Recorder(sum.signal)
    let observation = sum.changes.observeValues { if $0 == 22 { root.value = 3 } }
    root.value = 2
    #expect(recorder.values == [11, 22, 33])
    observation.dispose()
  }

  @Test func completesWhenAllRootsHave() {
    var a: MutableProperty<Int>? = MutableProperty(1)
    var b: MutableProperty<Int>? = MutableProperty(2)
    let recorder = a.flatMap { a in b.map { Recorder(a.combine($0) { $0 + $1 }.signal) } }
    a = nil
    #expect(recorder?.isCompleted == false)
    b?.value = 3
    b = nil
    #expect(recorder?.events == [.value(3), .value(4), .completed])
  }

  @Test func constantsCombine() {
    let both = Property(constant: 1).combine(Property(constant: 2)) { $0 + $1 }
    #expect(both.value == 3)
    #expect(Recorder(both.signal).events == [.value(3), .completed])
    #expect(Recorder(both.changes).events == [.completed])
  }

  @Test func disposalEndsIt() {
    let root = MutableProperty(1)
    let recorder = Recorder(root.combine(root) { $0 + $1 }.signal)
    recorder.dispose()
    root.value = 2
    #expect(recorder.values == [2])
  }

  @Test func booleans() {
    let a = MutableProperty(true), b = MutableProperty(false)
    #expect(!a.and(b).value && a.or(b).value && b.not.value)
    b.value = true
    #expect(a.and(b).value)
  }

  @Test func flatMapFollowsTheLatestProperty() {
    let first = MutableProperty(1), second = MutableProperty(10), usesFirst = MutableProperty(true)
    let followed = usesFirst.flatMap { $0 ? first.readOnly : second.readOnly }
    let recorder = Recorder(followed.signal), changes = Recorder(followed.changes)
    first.value = 2
    usesFirst.value = false
    first.value = 3
    second.value = 20
    #expect(recorder.values == [1, 2, 10, 20])
    #expect(changes.values == [2, 10, 20])
    #expect(followed.value == 20)
    #expect(followed.map { $0 + 1 }.value == 21)
  }
}
