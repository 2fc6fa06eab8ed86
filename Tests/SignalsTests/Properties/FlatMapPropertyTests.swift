import Signals
import SignalsTesting
import Testing

/// Properties that a `flatMap` selects.
@Suite struct FlatMapPropertyTests {
  @Test func combiningWithAFlatMapOfTheSameRootIsConsistent() {
    let root = MutableProperty(1)
    let followed = root.flatMap { Property(constant: $0) }
    let after = Recorder(root.combine(followed) { "\($0)\($1)" }.signal)
    let before = Recorder(followed.combine(root) { "\($0)\($1)" }.changes)
    root.value = 2
    #expect(after.values == ["11", "22"])
    #expect(before.values == ["22"])
  }

  @Test func aSelectionInsideADeliveryIsOfTheSameTimeAsAllElse() {
    let root = MutableProperty(1)
    let echo = root.changes.observeValues { if $0 == 2 { root.value = 3 } }
    let combined = root.combine(root.flatMap { Property(constant: $0) }, root) { "\($0)\($1)\($2)" }
    let recorder = Recorder(combined.signal)
    root.value = 2
    #expect(recorder.values == ["111", "333"])
    #expect(combined.value == "333")
    echo.dispose()
  }

  @Test func readersAndObserversShareTheSelectedProperty() {
    let root = MutableProperty(1), made = MutableProperty<[Int]>([])
    let followed = root.flatMap { value in
      made.modify { $0.append(value) }
      return Property(constant: value)
    }
    let recorders = [Recorder(followed.signal), Recorder(followed.combine(root) { $0 + $1 }.signal)]
    root.value = 2
    #expect(followed.value == 2)
    #expect(recorders.map(\.values) == [[1, 2], [2, 4]])
    #expect(made.value == [1, 2])
  }

  @Test func aRootThatIsGoneIsNotTakenForOneThatCameInItsPlace() {
    var gone: MutableProperty<Int>? = MutableProperty(1)
    let selected = MutableProperty(0), roots = MutableProperty<[MutableProperty<Int>]>([])
    let followed = selected.flatMap { $0 == 0 ? Property(constant: 0) : roots.value[$0 - 1].readOnly }
    let recorder = (gone?.combine(followed) { $0 + $1 }.changes).map { Recorder($0) }
    gone = nil
    // One of these could get the address of the released root.
    for number in 1...100 { roots.modify { $0.append(MutableProperty(number * 10)) } }
    for number in 1...100 { selected.value = number }
    #expect(recorder?.values == (1...100).map { $0 * 10 + 1 })
  }

  @Test func aReleasedPropertyIsNotMistakenForItsSuccessor() {
    let a = MutableProperty(1), b = MutableProperty(5), selected = MutableProperty(0)
    let followed = selected.flatMap { number in b.map { $0 + number } }
    var combined: Property<Int>? = a.map { $0 * 100 }.combine(followed) { $0 + $1 }
    let recorder = (combined?.changes).map { Recorder($0) }
    combined = nil
    for number in 1...100 { selected.value = number }
    #expect(recorder?.values == (1...100).map { 105 + $0 })
  }

  @Test func selectedPropertiesShareTheirRoots() {
    let root = MutableProperty(1), isPositive = MutableProperty(true)
    let followed = isPositive.flatMap { $0 ? root.readOnly : root.map { -$0 } }
    let recorder = Recorder(root.combine(followed) { "\($0)\($1)" }.signal)
    root.value = 2
    isPositive.value = false
    root.value = 3
    #expect(recorder.values == ["11", "22", "2-2", "3-3"])
  }

  @Test func aCommonSourceOfTwoSelectionsIsObservedOnce() {
    let shared = MutableProperty(1), a = MutableProperty(0), b = MutableProperty(0)
    let first = a.flatMap { a in shared.map { $0 + a } }, second = b.flatMap { b in shared.map { $0 + b } }
    let recorder = Recorder(first.combine(second) { "\($0) \($1)" }.signal)
    shared.value = 2
    a.value = 10
    shared.value = 3
    b.value = 20
    shared.value = 4
    #expect(recorder.values == ["1 1", "2 2", "12 2", "13 3", "13 23", "14 24"])
  }

  @Test func aSelectionOfSelectionsFollows() {
    let outer = MutableProperty(0), inner = MutableProperty(0), leaves = (0..<4).map { MutableProperty($0 * 10) }
    let followed = outer.flatMap { outer in inner.flatMap { leaves[outer * 2 + $0].readOnly } }
    let recorder = Recorder(followed.signal)
    inner.value = 1
    outer.value = 1
    leaves[3].value = 31
    leaves[1].value = 11
    inner.value = 0
    leaves[2].value = 21
    #expect(recorder.values == [0, 10, 30, 31, 20, 21])
    #expect(followed.value == 21)
  }

  @Test func aDeselectedPropertyIsReleased() {
    final class Held: Sendable {
      let gone: MutableProperty<Int>
      init(_ gone: MutableProperty<Int>) { self.gone = gone }
      deinit { gone.modify { $0 += 1 } }
    }
    let selected = MutableProperty(0), gone = MutableProperty(0)
    let followed = selected.flatMap { number in
      let held = Held(gone)
      return MutableProperty(number).map { number in withExtendedLifetime(held) { number } }
    }
    let recorder = Recorder(followed.signal)
    selected.value = 1
    #expect(gone.value == 1)
    #expect(recorder.values == [0, 1])
  }

  @Test func theObservationGoesWithItsEnd() {
    weak var observer: MutableProperty<Int>?
    let selected = MutableProperty(0), leaf = MutableProperty(1)
    do {
      let held = MutableProperty(0)
      observer = held
      selected.flatMap { _ in leaf.readOnly }.signal.observeValues { held.value = $0 }.dispose()
    }
    #expect(observer == nil)
  }

  @Test func completesWhenTheSelectingAndTheSelectedHave() {
    var selecting: MutableProperty<Int>? = MutableProperty(0), selected: MutableProperty<Int>? = MutableProperty(5)
    let inner = MutableProperty(selected?.readOnly)
    let recorder = (selecting?.flatMap { _ in inner.value ?? Property(constant: 0) }.signal).map { Recorder($0) }
    inner.value = nil
    selecting = nil
    #expect(recorder?.isCompleted == false)
    selected?.value = 6
    selected = nil
    #expect(recorder?.events == [.value(5), .value(6), .completed])
  }

  @Test func anObservationKeepsTheSelectedPropertyOnlyAsLongAsAnotherMayBeSelected() {
    weak var weakInner: MutableProperty<Int>?
    var selecting: MutableProperty<Int>? = MutableProperty(0)
    let made = MutableProperty<[Weak]>([])
    let recorder = selecting.map {
      Recorder(
        $0.flatMap { number in
          let inner = MutableProperty(number)
          made.modify { $0.append(Weak(inner)) }
          return inner.map { $0 }
        }.signal)
    }
    weakInner = made.value.first?.property
    weakInner?.value = 7
    #expect(weakInner != nil)
    selecting = nil
    #expect(weakInner == nil)
    #expect(recorder?.events == [.value(0), .value(7), .completed])
  }

  private struct Weak: Sendable {
    weak let property: MutableProperty<Int>?
    init(_ property: MutableProperty<Int>) { self.property = property }
  }

  @Test func theSelectionStaysAfterTheSelectingSignalEnds() {
    let followed = Property(initial: 0, then: .just(1)).flatMap { MutableProperty($0).map { $0 * 10 } }
    let recorder = Recorder(followed.signal)
    #expect(followed.value == 10 && !recorder.isCompleted)
  }

  @Test func theValueIsTheSignalsLast() {
    let (feed, input) = Signal<Int, Never>.pipe()
    let selected = MutableProperty(1)
    let followed = selected.removeDuplicates().flatMap { _ in Property(initial: 0, then: feed) }
    let recorder = Recorder(followed.signal), other = Recorder(followed.signal)
    input.send(5)
    #expect(followed.value == 5)
    selected.value = 1
    #expect(followed.value == 5)
    #expect(recorder.values == [0, 5] && other.values == [0, 5])
    selected.value = 2
    #expect(followed.value == 0)
    #expect(recorder.values == [0, 5, 0])
  }
}
