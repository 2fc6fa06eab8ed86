import Signals
import SignalsTesting
import Testing

/// Properties and parts of properties with random two-way bindings and random writes, some from inside deliveries.
@Suite struct RandomBindingTests {
  /// Runs in a process of its own: an echo would never end.
  @Test func afterRandomWritesAllThatIsBoundIsEqual() async {
    await #expect(processExitsWith: .success) {
      endIfItEchoes()
      for seed in 0..<2_000 as Range<UInt64> {
        let problem = RandomBindings(seed: seed).problem
        precondition(problem == nil, "seed \(seed): \(problem ?? "")")
      }
      endNow()
    }
  }
}

private struct RandomBindings {
  private let wholes = (0..<2).map { _ in MutableProperty([0, 0, 0]) }
  private let all: [MutableProperty<Int>]
  private let bag = DisposeBag()
  private var pairs: [(Int, Int)] = []
  private var random: SeededNumbers

  init(seed: UInt64) {
    random = SeededNumbers(seed: seed)
    // Four properties, then the parts of the wholes.
    all =
      (0..<4).map { MutableProperty($0) }
      + wholes.flatMap { whole in
        (0..<3).map { index in whole.lens(get: { $0[index] }, set: { $0[index] = $1 }) }
      }
  }

  private mutating func number(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &random) }

  private func whole(of property: Int) -> Int? { property < 4 ? nil : (property - 4) / 3 }

  /// The first violated law after a few writes; nil if there is none.
  var problem: String? {
    var copy = self
    return copy.run()
  }

  private mutating func run() -> String? {
    let answers = MutableProperty(0)
    func answer(_ heard: Int, by target: Int, besideIt: Bool) {
      let all = all, wholes = wholes
      let observation = all[heard].changes.observeValues { value in
        guard
          answers.modify({ left in
            left > 0
              ? {
                left -= 1; return true
              }() : false
          })
        else { return }
        if besideIt { wholes[target % 2].modify { $0[target % 3] += 1 } } else { all[target].value = value + 1 }
      }
      observation.stored(in: bag)
    }
    for _ in 0..<number(3) { answer(number(10), by: number(10), besideIt: number(2) == 0) }
    for _ in 0..<(1 + number(5)) {
      let first = number(10), second = number(10)
      if first == second || whole(of: first) != nil && whole(of: first) == whole(of: second) { continue }
      pairs.append((first, second))
      all[first].bindTwoWay(to: all[second]).stored(in: bag)
    }
    for _ in 0..<number(3) { answer(number(10), by: number(10), besideIt: number(2) == 0) }
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
