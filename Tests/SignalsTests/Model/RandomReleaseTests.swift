import Effort
import Signals
import SignalsTesting
import Testing

@Suite struct RandomReleaseTests {
  /// Runs in a process of its own: the snapshots of other tests would keep values alive.
  @Test("values that write and read when released cause no endless computing")
  func randomReleases() async {
    await #expect(processExitsWith: .success) {
      var computations = 0
      for seed in 0..<Effort.runs(short: 2_000, full: 20_000, all: 400_000) {
        let program = ReleaseProgram(seed: UInt64(seed))
        if let problem = program.run() {
          Issue.record("seed \(seed): \(problem)")
          return
        }
        computations += program.computationCount
      }
      #expect(computations > 20_000)
    }
  }
}

/// A value that calls out when it is released. No two are the same.
private final class Releasing: Sendable {
  let number: Int
  let program: ReleaseProgram

  init(_ number: Int, _ program: ReleaseProgram) {
    self.number = number
    self.program = program
  }

  deinit { program.released() }
}

/// Maps and combinations of roots, which observers, readers and released values write and read. For one thread only: that is why it
/// may be `@unchecked`.
private final class ReleaseProgram: @unchecked Sendable {
  private var random: SeededNumbers
  private var roots: [MutableProperty<Releasing>] = []
  private var derived: [Property<Releasing>] = []
  /// The numbers of the values that each property has computed from.
  private var seen: [[[Int]: Int]] = []
  private var observations: [Disposable] = []
  private var problem: String?
  private var made = 0, alive = 0
  /// The calls that observers and releases may still make, and how deep they are nested.
  private var calls = 0, depth = 0

  var computationCount: Int { seen.reduce(0) { $0 + $1.count } }

  init(seed: UInt64) { random = SeededNumbers(seed: seed) }

  func run() -> String? {
    for _ in 0...number(below: 2) { roots.append(MutableProperty(value())) }
    for node in 0..<2 + number(below: 4) {
      let all = roots.map(\.readOnly) + derived, source = all[number(below: all.count)]
      let other = all[number(below: all.count)]
      seen.append([:])
      if number(below: 2) == 0 {
        derived.append(source.map { self.computed(node, [$0]) })
      } else {
        derived.append(Property.combineLatest(source, other) { self.computed(node, [$0, $1]) })
      }
    }
    for _ in 0..<5 + number(below: 12) {
      calls = 6
      switch number(below: 7) {
      case 0, 1, 2: write()
      case 3, 4: read()
      case 5: observe()
      default: if !observations.isEmpty { observations.remove(at: number(below: observations.count)).dispose() }
      }
    }
    calls = 0
    for root in roots { root.value = value() }
    // A connected property may have the delivered value and one for readers.
    if alive > roots.count + 2 * derived.count { problem = problem ?? "\(alive) values are alive" }
    for observation in observations { observation.dispose() }
    if alive > roots.count + derived.count { problem = problem ?? "\(alive) values are alive, unobserved" }
    (observations, derived, roots) = ([], [], [])
    return problem ?? (alive > 0 ? "\(alive) values are left" : nil)
  }

  private func number(below limit: Int) -> Int { Int.random(in: 0..<limit, using: &random) }

  private func value() -> Releasing {
    made += 1
    alive += 1
    return Releasing(made, self)
  }

  private func computed(_ node: Int, _ sources: [Releasing]) -> Releasing {
    let numbers = sources.map(\.number)
    seen[node][numbers, default: 0] += 1
    // Once, and once more for each of the six calls of an operation, which may write and read before a delivery.
    if seen[node][numbers, default: 0] > 7 { problem = problem ?? "\(node) was computed again from \(numbers)" }
    return value()
  }

  private func write() { roots[number(below: roots.count)].value = value() }
  private func read() { _ = derived[number(below: derived.count)].value }

  private func observe() {
    let isWriting = number(below: 2) == 0, isReading = number(below: 2) == 0
    let observation = derived[number(below: derived.count)].signal.observeValues { _ in
      self.call {
        if isWriting { self.write() }
        if isReading { self.read() }
      }
    }
    observations.append(observation)
  }

  /// Called by each value that is released.
  func released() {
    alive -= 1
    call {
      if number(below: 5) < 3 { write() }
      if number(below: 5) < 3 { read() }
    }
  }

  private func call(_ body: () -> Void) {
    if calls == 0 || depth > 6 { return }
    calls -= 1
    depth += 1
    body()
    depth -= 1
  }
}
