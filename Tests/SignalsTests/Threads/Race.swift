import Foundation
import Synchronization

/// One round of a race: the bodies that run at the same time, and the check after all rounds.
struct Round {
  fileprivate let bodies: [@Sendable () -> Void]
  fileprivate let check: () -> Void

  init(_ bodies: (@Sendable () -> Void)..., after check: @escaping () -> Void = {}) { self.init(bodies, after: check) }

  init(_ bodies: [@Sendable () -> Void], after check: @escaping () -> Void = {}) {
    self.bodies = bodies
    self.check = check
  }
}

/// Runs one round after another. Each body of a round runs on a real thread of its own, and all start at the same moment.
/// Returns when all rounds are over.
///
/// All rounds use the same threads, which meet before each round. So no thread is started or woken between two rounds. That
/// would take longer than a round, and some bodies would be over before others begin.
///
/// - Parameter round: creates the round of that number, from 0. All rounds are created before the first one runs.
func race(times: Int, _ round: (Int) -> Round) async {
  let rounds = (0..<times).map(round)
  await run(rounds.map(\.bodies))
  for round in rounds { round.check() }
}

func race(_ bodies: [@Sendable () -> Void]) async { await run([bodies]) }

func race(_ bodies: (@Sendable () -> Void)...) async { await run([bodies]) }

private func run(_ rounds: [[@Sendable () -> Void]]) async {
  let count = rounds.lazy.map(\.count).max() ?? 0
  guard count > 0 else { return }
  // The number of arrivals of all threads at a start, and the number of threads still running.
  let arrivals = Atomic(0), running = Atomic(count)
  await withCheckedContinuation { continuation in
    for number in 0..<count {
      Thread {
        for (round, bodies) in rounds.enumerated() {
          arrivals.add(1, ordering: .acquiringAndReleasing)
          wait(for: arrivals, toBe: (round + 1) * count)
          if bodies.indices.contains(number) { bodies[number]() }
        }
        if running.subtract(1, ordering: .acquiringAndReleasing).newValue == 0 { continuation.resume() }
      }.start()
    }
  }
}

/// Polls, at first without yielding the core: a thread on another core arrives almost at once.
private func wait(for count: borrowing Atomic<Int>, toBe end: Int) {
  var looks = 0
  while count.load(ordering: .acquiring) < end {
    looks += 1
    if looks > 500 { sched_yield() }
  }
}
