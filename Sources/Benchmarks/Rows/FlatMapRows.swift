import Signals

/// Signals made of values.
enum FlatMapRows {
  static let all = [row("latest", .latest), row("merge", .merge), row("concat", .concat)]

  private static func row(_ name: String, _ strategy: FlattenStrategy) -> Row {
    Row(
      name: "flatMap-\(name)", title: "flatMap(.\(name)) of just",
      subject: Contender(name: "Signals") {
        let total = Total()
        let (signal, input) = Signal<Int, Never>.pipe()
        let observation = signal.flatMap(strategy) { .just($0 &+ 1) }.observeValues { total.add($0) }
        return { count in
          for value in 0..<count { input.send(value) }
          withExtendedLifetime(observation) {}
        }
      },
      floor: Contender(name: "two atomic pairs") {
        let total = Total()
        let join = Floor.Turned(Floor.map({ total.add($0) }, { $0 &+ 1 }))
        let source = Floor.Turned { join.send($0) }
        return { count in for value in 0..<count { source.send(value) } }
      },
      goal: Goal(ratio: 3, allocations: 0, instructions: 270))
  }
}
