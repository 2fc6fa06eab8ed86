import Signals

/// Commands.
enum CommandRows {
  static let all = [
    row("command", "command, synchronous work", instructions: 2540, allocations: 2) { command, value, _ in
      command.execute(value)
    },
    row("apply", "command, synchronous work, observed by its caller", instructions: 3220, allocations: 3) {
      command, value, total in
      command.apply(value).observe { total.add($0.value ?? 0) }
    },
  ]

  private static func row(
    _ name: String, _ title: String, instructions: Double, allocations: Double,
    run: @escaping @Sendable (Command<Int, Int, Never>, Int, Total) -> Void
  ) -> Row {
    Row(
      name: name, title: title, unit: "run",
      subject: Contender(name: "Signals") {
        let total = Total()
        let command = Command<Int, Int, Never> { .just($0 &+ 1) }
        let observation = command.values.observeValues { total.add($0) }
        return { count in
          for value in 0..<count { run(command, value, total) }
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
      goal: Goal(ratio: 3.5, allocations: allocations, instructions: instructions))
  }
}
