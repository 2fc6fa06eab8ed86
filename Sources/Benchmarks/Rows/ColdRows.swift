import Signals

/// Cold sources.
enum ColdRows {
  static let all = [cold]

  static let cold = Row(
    name: "cold", title: "sequence → map → filter → map → scan",
    subject: Contender(name: "Signals") {
      let total = Total()
      return { count in
        sums(upTo: count).observeValues { total.add($0) }
      }
    },
    floor: Contender(name: "closures") {
      let total = Total()
      let chain = Floor.map(
        Floor.filter(Floor.map(Floor.scan { total.add($0) }, { $0 &+ 2 }), { $0 & 1 == 0 }), { $0 &* 2 })
      return { count in for value in 0..<count { chain(value) } }
    },
    others: [Alternative.asyncStream],
    goal: Goal(ratio: 1.3, allocations: 0, instructions: 175))

  /// Made in a separate function, as in an app, so that the compiler cannot merge signal and observer into a loop.
  @inline(never) private static func sums(upTo count: Int) -> Signal<Int, Never> {
    Signal.from(0..<count).map { $0 &* 2 }.filter { $0 & 1 == 0 }.map { $0 &+ 2 }.scan(0) { $0 &+ $1 }
  }
}
