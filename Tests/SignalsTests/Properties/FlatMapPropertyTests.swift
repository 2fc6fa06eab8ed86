import Signals
import SignalsTesting
import Testing

/// Properties that a `flatMap` selects.
@Suite struct FlatMapPropertyTests {
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
  }

  @Test func aDeselectedPropertyIsReleased() {
    let selected = MutableProperty(0), first = MutableProperty(Weak<MutableProperty<Int>>())
    let followed = selected.flatMap { number in
      let inner = MutableProperty(number)
      if number == 0 { first.value = Weak(inner) }
      return inner.map { $0 }
    }
    let recorder = Recorder(followed.signal)
    #expect(first.value.object != nil)
    selected.value = 1
    #expect(first.value.object == nil && recorder.values == [0, 1])
  }

  @Test func theObservationGoesWithItsEnd() {
    let selected = MutableProperty(0), leaf = MutableProperty(1)
    #expect(
      isReleased { held in
        selected.flatMap { _ in leaf.readOnly }.signal.observeValues { _ in withExtendedLifetime(held) {} }.dispose()
      })
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
    var selecting: MutableProperty<Int>? = MutableProperty(0)
    let selected = MutableProperty(Weak<MutableProperty<Int>>())
    let recorder = selecting.map {
      Recorder(
        $0.flatMap { number in
          let inner = MutableProperty(number)
          selected.value = Weak(inner)
          return inner.map { $0 }
        }.signal)
    }
    selected.value.object?.value = 7
    #expect(selected.value.object != nil)
    selecting = nil
    #expect(selected.value.object == nil)
    #expect(recorder?.events == [.value(0), .value(7), .completed])
  }

  @Test func theSelectionStaysAfterTheSelectingSignalEnds() {
    let followed = Property(initial: 0, then: .just(1)).flatMap { MutableProperty($0).map { $0 * 10 } }
    let recorder = Recorder(followed.signal)
    #expect(followed.value == 10 && !recorder.isCompleted)
  }

  @Test func theValueIsTheSignalsLast() {
    let (feed, input) = Signal<Int, Never>.pipe(), selected = MutableProperty(1)
    let followed = selected.removeDuplicates().flatMap { _ in Property(initial: 0, then: feed) }
    let recorders = [Recorder(followed.signal), Recorder(followed.signal)]
    input.send(5)
    #expect(followed.value == 5)
    selected.value = 1
    #expect(followed.value == 5)
    selected.value = 2
    #expect(followed.value == 0)
    #expect(recorders.map(\.values) == [[0, 5, 0], [0, 5, 0]])
  }
}
