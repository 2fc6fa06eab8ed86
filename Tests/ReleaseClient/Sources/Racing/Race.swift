import Foundation
import Synchronization

/// A race: rounds in which several threads use the same fresh objects.
package struct Race: Sendable {
  package let name: String
  /// Creates the objects of a round and returns the bodies of its threads.
  private let round: @Sendable () -> [@Sendable () -> Void]

  package init(_ name: String, round: @escaping @Sendable () -> [@Sendable () -> Void]) {
    (self.name, self.round) = (name, round)
  }

  /// Runs rounds for the given time. Each body runs on a thread of its own, and all begin at the same moment.
  ///
  /// - Returns: the number of rounds.
  func run(for duration: Duration) -> Int {
    let clock = ContinuousClock(), end = clock.now + duration
    var rounds = 0
    while clock.now < end {
      let bodies = round(), ended = DispatchGroup(), arrivals = Atomic(0)
      for body in bodies {
        ended.enter()
        Thread {
          arrivals.add(1, ordering: .acquiringAndReleasing)
          while arrivals.load(ordering: .acquiring) < bodies.count { sched_yield() }
          body()
          ended.leave()
        }.start()
      }
      ended.wait()
      rounds += 1
    }
    return rounds
  }
}

/// A body of a race that runs in a loop.
package func loop(_ steps: Int, _ body: @escaping @Sendable (_ step: Int) -> Void) -> @Sendable () -> Void {
  { for step in 0..<steps { body(step) } }
}
