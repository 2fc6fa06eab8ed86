import Signals

/// Properties that are set and observed.
enum PropertyRows {
  static let all = [mapped, observed, observers(10), observers(1000), combined, combinedFour, chained]

  static let mapped = Row(
    name: "property-map", title: "property → map → observer",
    subject: Contender(name: "Signals") {
      let total = Total(), property = MutableProperty(0)
      let observation = property.signal.map { $0 &+ 1 }.observeValues { total.add($0) }
      return { count in
        for value in 0..<count { property.value = value }
        withExtendedLifetime(observation) {}
      }
    },
    floor: Contender(name: "a closure behind an atomic pair") {
      let total = Total()
      let source = Floor.Turned(Floor.map({ total.add($0) }, { $0 &+ 1 }))
      return { count in for value in 0..<count { source.send(value) } }
    },
    others: [Alternative.observation, Alternative.notificationCenter],
    goal: Goal(ratio: 2.5, allocations: 0, instructions: 230))

  static let observed = Row(
    name: "property", title: "property, 1 observer",
    subject: Contender(name: "Signals") {
      let total = Total(), property = MutableProperty(0)
      let observation = property.signal.observeValues { total.add($0) }
      return { count in
        for value in 0..<count { property.value = value }
        withExtendedLifetime(observation) {}
      }
    },
    floor: Contender(name: "an atomic pair") {
      let total = Total()
      let source = Floor.Turned { total.add($0) }
      return { count in for value in 0..<count { source.send(value) } }
    },
    others: [Alternative.observation, Alternative.notificationCenter],
    goal: Goal(ratio: 2, allocations: 0, instructions: 190))

  static func observers(_ observers: Int) -> Row {
    Row(
      name: "property-\(observers)", title: "property, \(observers) observers", unit: "delivery",
      subject: Contender(name: "Signals", unitsPerCount: observers) {
        let total = Total(), property = MutableProperty(0)
        let bag = DisposeBag()
        for _ in 0..<observers { property.signal.observeValues { total.add($0) }.stored(in: bag) }
        return { count in
          for value in 0..<count { property.value = value }
          withExtendedLifetime(bag) {}
        }
      },
      floor: Contender(name: "a list of closures", unitsPerCount: observers) {
        let total = Total()
        let list = (0..<observers).reduce(nil as ClosureList?) { next, _ in ClosureList({ total.add($0) }, next) }
        return { count in for value in 0..<count { list?.send(value) } }
      },
      // The cost of a hundred thousand depends on the size of the caches.
      isGuarded: observers < 100_000, goal: Goal(ratio: 3, allocations: 0))
  }

  /// Closures in a linked list, which is walked without reference counting.
  private final class ClosureList: Sendable {
    let closure: @Sendable (Int) -> Void
    // Retains the next one; unmanaged, so that the walk below needs no reference counting.
    let next: Unmanaged<ClosureList>?

    init(_ closure: @escaping @Sendable (Int) -> Void, _ next: ClosureList?) {
      self.closure = closure
      // Released in `deinit`, and walked while its owner is alive, by one thread.
      self.next = next.map(Unmanaged.passRetained)
    }
    deinit { next?.release() }

    @inline(never) func send(_ value: Int) {
      // Each member retains the next one, and this is the first.
      var member: Unmanaged<ClosureList>? = .passUnretained(self)
      while let current = member {
        member = current._withUnsafeGuaranteedRef {
          $0.closure(value)
          return $0.next
        }
      }
    }
  }

  static let combined = combination("combine-2", "combination of 2 properties", instructions: 1200) {
    Property.combineLatest($0[0], $0[1]) { $0 &+ $1 }
  }

  static let combinedFour = combination("combine-4", "combination of 4 properties", instructions: 1460) {
    Property.combineLatest($0[0], $0[1], $0[2], $0[3]) { $0 &+ $1 &+ $2 &+ $3 }
  }

  static let chained = combination("combine-chain", "combination of 2, with a third, with a fourth", instructions: 3180)
  {
    properties in properties.dropFirst().reduce(properties[0].readOnly) { Property.combineLatest($0, $1) { $0 &+ $1 } }
  }

  private static func combination(
    _ name: String, _ title: String, instructions: Double,
    of make: @escaping @Sendable ([MutableProperty<Int>]) -> Property<Int>
  ) -> Row {
    Row(
      name: name, title: title,
      subject: Contender(name: "Signals") {
        let total = Total(), properties = (0..<4).map { MutableProperty($0) }, first = properties[0]
        let observation = make(properties).signal.observeValues { total.add($0) }
        return { count in
          for value in 0..<count { first.value = value }
          withExtendedLifetime((properties, observation)) {}
        }
      },
      floor: Contender(name: "two atomic pairs") {
        let total = Total()
        let join = Floor.Turned { total.add($0) }
        let source = Floor.Turned { join.send($0) }
        return { count in for value in 0..<count { source.send(value) } }
      },
      goal: Goal(ratio: 10, allocations: 0, instructions: instructions))
  }
}
