import Signals
import SignalsTesting
import Testing

/// Properties and parts of properties with random two-way bindings and random writes, some from inside deliveries.
@Suite struct RandomBindingTests {
  /// Runs in a process of its own: an echo would never end.
  @Test func afterRandomWritesAllThatIsBoundIsEqual() async {
    await #expect(processExitsWith: .success) {
      endIfItEchoes()
      for seed in Array(0..<2_000) + [6_598] as [UInt64] {
        let problem = RandomBindingTests.problem(seed: seed)
        precondition(problem == nil, "seed \(seed): \(problem ?? "")")
      }
      endNow()
    }
  }

  /// The first violated law after a few writes; nil if there is none.
  private static func problem(seed: UInt64) -> String? {
    var random = SeededNumbers(seed: seed), pairs: [(Int, Int)] = []
    func number(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &random) }
    // Four properties, then the parts of the wholes.
    let wholes = (0..<2).map { _ in MutableProperty([0, 0, 0]) }
    let parts = wholes.flatMap { whole in
      (0..<3).map { index in whole.lens(get: { $0[index] }, set: { $0[index] = $1 }) }
    }
    let all = (0..<4).map { MutableProperty($0) } + parts
    func whole(of property: Int) -> Int { property < 4 ? -1 - property : (property - 4) / 3 }
    let answers = MutableProperty(0), bag = DisposeBag()
    /// Observers that answer a value with another write.
    func answer() {
      for _ in 0..<number(3) {
        let target = number(10), isBeside = number(2) == 0
        all[number(10)].changes.observeValues { value in
          let left = answers.withValue { left in
            left -= 1
            return left
          }
          if left < 0 { return }
          if isBeside { wholes[target % 2].modify { $0[target % 3] += 1 } } else { all[target].value = value + 1 }
        }.stored(in: bag)
      }
    }
    answer()
    for _ in 0...number(5) {
      let first = number(10), second = number(10)
      if whole(of: first) == whole(of: second) { continue }
      pairs.append((first, second))
      all[first].bindTwoWay(following: all[second]).stored(in: bag)
    }
    answer()
    for step in 0..<4 {
      answers.value = number(3)
      let value = step * 10 + number(9)
      if number(3) == 0 {
        let part = number(3), other = number(3)
        wholes[number(2)].modify { ($0[part], $0[other]) = (value, value + 1) }
      } else {
        all[number(10)].value = value
      }
      for (first, second) in pairs where all[first].value != all[second].value {
        return "step \(step): \(first) is \(all[first].value), \(second) is \(all[second].value) of \(pairs)"
      }
    }
    return nil
  }
}
