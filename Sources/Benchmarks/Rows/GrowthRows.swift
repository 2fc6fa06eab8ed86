import Signals

/// Costs that must not grow with the number of observers, operators, waiting values or observations.
enum GrowthRows {
  static let all = [PropertyRows.observers(100_000), attach, chain, timers, resends, selections, subscriptions]

  static let attach = Row(
    name: "attach-100000", title: "observe and dispose beside 100,000 observers", unit: "subscription",
    subject: attaching(beside: 100_000), floor: attaching(beside: 0), goal: Goal(ratio: 2, allocations: 8))

  private static func attaching(beside observers: Int) -> Contender {
    Contender(name: "beside \(observers)") {
      let total = Total(), bag = DisposeBag()
      let (signal, input) = Signal<Int, Never>.pipe()
      for _ in 0..<observers { signal.observeValues { total.add($0) }.stored(in: bag) }
      return { count in
        for _ in 0..<count { signal.observeValues { total.add($0) }.dispose() }
        withExtendedLifetime((input, bag)) {}
      }
    }
  }

  static let chain = Row(
    name: "chain-1000", title: "a chain of 1,000 operators", unit: "operator",
    subject: chained(1000), floor: chained(10), goal: Goal(ratio: 3, allocations: 0))

  private static func chained(_ operators: Int) -> Contender {
    Contender(name: "\(operators) operators", unitsPerCount: operators) {
      let total = Total()
      let (signal, input) = Signal<Int, Never>.pipe()
      let chain = (0..<operators).reduce(signal) { chain, _ in chain.map { $0 &+ 1 } }
      let observation = chain.observeValues { total.add($0) }
      return { count in
        for value in 0..<count { input.send(value) }
        withExtendedLifetime(observation) {}
      }
    }
  }

  static let timers = Row(
    name: "timers-100000", title: "start and cancel a timer among 100,000 timers", unit: "timer",
    subject: starting(among: 100_000), floor: starting(among: 10), goal: Goal(ratio: 2.5, allocations: 7))

  private static func starting(among timers: Int) -> Contender {
    Contender(name: "among \(timers)") {
      let time = VirtualTimeScheduler()
      for number in 0..<timers { time.schedule(after: .seconds(number)) {} }
      return { count in
        for number in 0..<count { time.schedule(after: .seconds(number % timers)) {}.dispose() }
      }
    }
  }

  static let resends = Row(
    name: "resends-10000", title: "set a property and read its map, 10,000 times in an observer", unit: "set",
    subject: resending(10_000), floor: resending(10), goal: Goal(ratio: 2, allocations: 4))

  private static func resending(_ sets: Int) -> Contender {
    Contender(name: "\(sets) sets", unitsPerCount: sets) {
      let total = Total(), root = MutableProperty(0), map = root.map { $0 &+ 1 }, bag = DisposeBag()
      let resending = root.changes.observeValues { [root] value in
        if value >= 0 { return }
        for number in 0..<sets {
          root.value = number
          total.add(map.value)
        }
      }
      for observation in [resending, map.signal.observeValues { total.add($0) }] { observation.stored(in: bag) }
      return { count in
        for _ in 0..<count { root.value = -1 }
        withExtendedLifetime((root, bag)) {}
      }
    }
  }

  static let selections = Row(
    name: "selections-300", title: "read 300 flatMaps in a row, each creates and sets a property", unit: "flatMap",
    subject: selecting(300), floor: selecting(10), goal: Goal(ratio: 3, allocations: 11))

  private static func selecting(_ flatMaps: Int) -> Contender {
    Contender(name: "\(flatMaps) flatMaps", unitsPerCount: flatMaps) {
      let total = Total(), root = MutableProperty(0)
      let last = (0..<flatMaps).reduce(root.readOnly) { chain, _ in
        chain.flatMap { value in
          let selected = MutableProperty(0)
          selected.value = value &+ 1
          return selected.map { $0 }
        }
      }
      return { count in
        for value in 0..<count {
          root.value = value
          total.add(last.value)
        }
      }
    }
  }

  static let subscriptions = Row(
    name: "leftover-bytes", title: "memory that an ended observation leaves allocated", unit: "subscription",
    measure: .bytes,
    subject: Contender(name: "Signals", unitsPerCount: 1000) {
      let total = Total()
      let (signal, input) = Signal<Int, Never>.pipe()
      return { count in
        for _ in 0..<count * 1000 { signal.map { $0 &+ 1 }.observeValues { total.add($0) }.dispose() }
        withExtendedLifetime(input) {}
      }
    },
    floor: SubscriptionRows.propertyBytes.floor, goal: Goal(ratio: 0.01, allocations: 9))
}
