import Signals

/// Commands.
enum CommandRows {
  static let all = [
    Row(
      name: "command", title: "command, synchronous work", unit: "run",
      subject: Contender(name: "Signals") {
        let total = Total()
        let command = Command<Int, Int, Never> { .just($0 &+ 1) }
        let observation = command.values.observeValues { total.add($0) }
        return { count in
          for value in 0..<count { command.execute(value) }
          withExtendedLifetime(observation) {}
        }
      },
      floor: Contender(name: "five objects and five atomic pairs") {
        let total = Total()
        let source = Floor.Turned { total.add($0) }
        return { count in
          for value in 0..<count {
            total.add(Floor.allocate(5))
            for _ in 0..<5 { source.send(value) }
          }
        }
      },
      goal: Goal(ratio: 3.5, allocations: 3, instructions: 3120))
  ]
}
