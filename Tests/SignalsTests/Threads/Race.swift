import Foundation
import Synchronization

/// One round of a race: what runs at the same time, and what is looked at when all rounds are over.
struct Round {
  fileprivate let bodies: [@Sendable () -> Void]
  fileprivate let check: () -> Void

  init(_ bodies: (@Sendable () -> Void)..., after check: @escaping () -> Void = {}) { self.init(bodies, after: check) }

  init(_ bodies: [@Sendable () -> Void], after check: @escaping () -> Void = {}) {
    self.bodies = bodies
    self.check = check
  }
}

/// Runs one round after the other, the bodies of each on real threads of their own and all from the same moment on; returns
/// when all rounds are over.
///
/// The threads are the same in all rounds, and meet before each: nobody is started or woken between two, which takes longer
/// than a round, and lets some of its bodies be over before others begin.
///
/// - Parameter round: makes the round of that number, from 0. All are made before the first one runs.
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
  // How often any thread has come to a start, and how many are still under way.
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

/// Looks again and again, at first without letting others have the core: who runs on another one is here in no time.
private func wait(for count: borrowing Atomic<Int>, toBe end: Int) {
  var looks = 0
  while count.load(ordering: .acquiring) < end {
    looks += 1
    if looks > 500 { sched_yield() }
  }
}
