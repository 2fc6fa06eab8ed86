import Signals
import SignalsTesting
import Testing

@Suite struct PropertyTests {
  @Test func aConstantGivesItsValueAndCompletesAndSoDoesACombinationOfConstants() {
    let constant = Property(constant: 1)
    for property in [constant, constant.combine(Property(constant: 0)) { $0 + $1 }] {
      #expect(property.value == 1)
      #expect(Recorder(property.signal).events == [.value(1), .completed])
      #expect(Recorder(property.changes).events == [.completed])
    }
  }

  @Test func followsASignal() {
    let (signal, input) = Signal<Int, Never>.pipe()
    let property = Property(initial: 0, then: signal)
    let all = Recorder(property.signal), changes = Recorder(property.changes)
    input.send(1)
    #expect(property.value == 1)
    input.complete()
    #expect(property.value == 1)
    #expect(all.events == [.value(0), .value(1), .completed])
    #expect(changes.events == [.value(1), .completed])
  }

  @Test func endsItsObservationWhenItGoes() {
    let ends = MutableProperty(0)
    _ = Property(initial: 0, then: Signal<Int, Never>.never.doFinally { ends.value += 1 })
    #expect(ends.value == 1)
  }

  @Test func aDerivedPropertyKeepsTheDerivedPropertiesItWasBuiltFrom() {
    let (signal, input) = Signal<Int, Never>.pipe()
    let derived = Property(initial: 0, then: signal).map { $0 * 10 }
    input.send(1)
    #expect(derived.value == 10)
  }

  @Test func isAlwaysEqualToItsFunctionOfTheSource() {
    let source = MutableProperty(1)
    let seen = MutableProperty<[Int]>([])
    let derived = MutableProperty<Property<Int>?>(nil)
    let observation = source.changes.observeValues { _ in seen.modify { $0.append(derived.value?.value ?? 0) } }
    derived.value = source.map { $0 * 10 }.removeDuplicates().combine(source) { $0 + $1 }
    source.value = 2
    #expect(seen.value == [22])
    // Disposed, because the observer reads a property that keeps its source alive.
    observation.dispose()
  }

  @Test func anObserverOfRemoveDuplicatesMaySetTheRootInsideItsFirstValue() {
    let root = MutableProperty(1), distinct = root.map { $0 % 10 }.removeDuplicates()
    let seen = MutableProperty<[Int]>([])
    let observation = distinct.signal.observeValues { value in
      seen.modify { $0.append(value) }
      if value == 1 { (root.value, root.value, root.value) = (11, 2, 12) }
    }
    #expect(seen.value == [1, 2])
    root.value = 3
    #expect(seen.value == [1, 2, 3])
    observation.dispose()
  }

  @Test func completesWhenTheRootAndAllThatIsMadeOfItHaveGone() {
    var root: MutableProperty<Int>? = MutableProperty(1)
    var derived = root.map { $0.map { $0 * 10 } }
    let recorder = (derived?.signal).map { Recorder($0) }
    root?.value = 2
    root = nil
    #expect(derived?.value == 20)
    #expect(recorder?.isCompleted == false)
    derived = nil
    #expect(recorder?.events == [.value(10), .value(20), .completed])
  }

  @Test func aDerivedPropertyKeepsTheRootAlive() {
    weak var weakRoot: MutableProperty<Int>?
    var derived: Property<Int>?
    do {
      let root = MutableProperty(1)
      weakRoot = root
      derived = root.map { $0 }.combine(root.readOnly) { $0 + $1 }
    }
    weakRoot?.value = 2
    #expect(derived?.value == 4)
    derived = nil
    #expect(weakRoot == nil)
  }

  @Test func anObservationKeepsNoPropertyAlive() {
    weak var weakRoot: MutableProperty<Int>?
    var derived: Property<Int>?
    do {
      let root = MutableProperty(1)
      weakRoot = root
      derived = root.map { $0 * 10 }.removeDuplicates().combine(root) { $0 + $1 }
    }
    let all = derived.map { [Recorder($0.signal), Recorder($0.changes), Recorder($0.map { $0 }.signal)] } ?? []
    weakRoot?.value = 2
    #expect(all.map(\.isCompleted) == [false, false, false])
    derived = nil
    #expect(weakRoot == nil)
    #expect(
      all.map(\.events) == [
        [.value(11), .value(22), .completed], [.value(22), .completed], [.value(11), .value(22), .completed],
      ])
  }

  @Test func mapHandsOutOneValuePerChange() {
    let source = MutableProperty(1)
    let object = source.map { _ in Held() }
    #expect(object.value === object.value)
    let before = object.value
    source.value = 2
    #expect(object.value !== before)
  }

  private struct User: Equatable {
    let id: Int, name: String
    static func == (first: User, second: User) -> Bool { first.id == second.id }
  }

  @Test func notifiedValuesWithoutDuplicatesEqualReadValues() {
    let user = MutableProperty(User(id: 1, name: "old")), distinct = user.removeDuplicates()
    #expect(distinct.value.name == "old")
    let told = Recorder<User, Never>(distinct.changes)
    user.value = User(id: 2, name: "other")
    user.value = User(id: 1, name: "new")
    user.value = User(id: 1, name: "newer")
    #expect(told.values.map(\.name) == ["other", "new"])
    let names = [distinct.value, Recorder<User, Never>(distinct.signal).values[0]].map(\.name)
    #expect(names + [distinct.map { $0.name }.value] == ["new", "new", "new"])
  }
}
