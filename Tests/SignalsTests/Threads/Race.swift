import Dispatch
import Foundation
import Synchronization
import Testing

/// One round of a race: the bodies that run at the same time, and whether the promise held, asked after all rounds.
struct Round {
  fileprivate let bodies: [@Sendable () -> Void]
  fileprivate let holds: () -> Bool

  init(_ bodies: (@Sendable () -> Void)..., holds: @escaping () -> Bool) { self.init(bodies, holds: holds) }

  init(_ bodies: [@Sendable () -> Void], holds: @escaping () -> Bool) { (self.bodies, self.holds) = (bodies, holds) }
}

/// Runs one round after another. Each body of a round runs on a real thread of its own, and all start at the same moment. Expects
/// that the promise held in each round.
///
/// All rounds use the same threads, which meet before each round. So no thread is started or woken between two rounds. That
/// would take longer than a round, and some bodies would be over before others begin.
///
/// - Parameter round: creates the round of that number, from 0. All rounds are created before the first one runs.
func race(times: Int, at place: SourceLocation = #_sourceLocation, _ round: (Int) -> Round) async {
  var broken: [Int] = []
  // What all rounds together hold may be more than there is memory.
  for start in stride(from: 0, to: times, by: 10_000) {
    let numbers = start..<min(start + 10_000, times), rounds = numbers.map(round)
    await run(rounds.map(\.bodies))
    broken += zip(numbers, rounds).filter { !$1.holds() }.map(\.0)
  }
  #expect(broken == [], "the rounds that broke the promise, of \(times)", sourceLocation: place)
}

func race(_ bodies: [@Sendable () -> Void]) async { await run([bodies]) }

func race(_ bodies: (@Sendable () -> Void)...) async { await run([bodies]) }

/// One race at a time: the threads of another one would take turns with these, and be in the way of all other tests.
private let turns = DispatchQueue(label: "races")

private func run(_ rounds: [[@Sendable () -> Void]]) async {
  let count = rounds.lazy.map(\.count).max() ?? 0
  await withCheckedContinuation { continuation in
    turns.async {
      let arrivals = Atomic(0)  // of all threads, at all starts up to now
      let threads = DispatchGroup()
      for number in 0..<count {
        threads.enter()
        Thread {
          for (round, bodies) in rounds.enumerated() {
            arrivals.add(1, ordering: .acquiringAndReleasing)
            // At first without yielding the core: a thread on another core arrives almost at once.
            var looks = 0
            while arrivals.load(ordering: .acquiring) < (round + 1) * count {
              looks += 1
              if looks > 500 { sched_yield() }
            }
            if bodies.indices.contains(number) { bodies[number]() }
          }
          threads.leave()
        }.start()
      }
      threads.wait()
      continuation.resume()
    }
  }
}
