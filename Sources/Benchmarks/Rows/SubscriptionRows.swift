import Signals

/// The time of beginning and ending an observation, and its memory.
enum SubscriptionRows {
  static let all = [subscribe, buildAndSubscribe, propertyBytes, subscriptionBytes]

  static let subscribe = subscription(
    "subscribe", "observe and dispose, 3 operators", instructions: 3350, allocations: 6
  ) { signal in
    let built = chain(signal)
    return { built }
  }

  static let buildAndSubscribe = subscription(
    "build-subscribe", "build, observe and dispose, 3 operators", instructions: 4700, allocations: 9
  ) { signal in { chain(signal) } }

  private static func chain(_ signal: Signal<Int, Never>) -> Signal<Int, Never> {
    signal.map { $0 &+ 2 }.filter { $0 & 1 == 0 }.map { $0 &* 2 }
  }

  private static func subscription(
    _ name: String, _ title: String, instructions: Double, allocations: Double,
    of chain: @escaping @Sendable (Signal<Int, Never>) -> () -> Signal<Int, Never>
  ) -> Row {
    Row(
      name: name, title: title, unit: "subscription",
      subject: Contender(name: "Signals") {
        let total = Total()
        let (signal, input) = Signal<Int, Never>.pipe()
        let make = chain(signal)
        return { count in
          for _ in 0..<count { make().observeValues { total.add($0) }.dispose() }
          withExtendedLifetime(input) {}
        }
      },
      floor: Contender(name: "seven objects") {
        let total = Total()
        return { count in for _ in 0..<count { total.add(Floor.allocate(7)) } }
      },
      goal: Goal(ratio: 2.5, allocations: allocations, instructions: instructions))
  }

  static let propertyBytes = Row(
    name: "property-bytes", title: "a property with an observer", unit: "property", measure: .bytes,
    subject: Contender(name: "Signals") {
      let total = Total()
      return keeping {
        let property = MutableProperty(0)
        return (property, property.signal.observeValues { total.add($0) })
      }
    },
    floor: Contender(name: "an object and a closure") {
      let total = Total()
      return keeping { (Total(), { @Sendable (value: Int) in total.add(value) }) }
    },
    goal: Goal(ratio: 8.7, allocations: 7))

  static let subscriptionBytes = Row(
    name: "subscription-bytes", title: "an observation of 3 operators", unit: "subscription", measure: .bytes,
    subject: Contender(name: "Signals") {
      let total = Total()
      let (signal, input) = Signal<Int, Never>.pipe()
      let built = chain(signal)
      return keeping { (input, built.observeValues { total.add($0) }) }
    },
    floor: Contender(name: "an object and a closure") {
      let total = Total()
      return keeping { (Total(), { @Sendable (value: Int) in total.add(value) }) }
    },
    goal: Goal(ratio: 5.5, allocations: 7))

  /// Makes objects and retains them until the next run.
  private static func keeping<Thing>(_ make: @escaping () -> Thing) -> (Int) -> Void {
    var kept: [Thing] = []
    return { count in
      kept.removeAll(keepingCapacity: true)
      if kept.capacity < count { kept.reserveCapacity(count) }
      for _ in 0..<count { kept.append(make()) }
    }
  }
}
