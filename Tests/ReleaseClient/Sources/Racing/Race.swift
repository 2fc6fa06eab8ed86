import Foundation
import Synchronization

/// A race: rounds in which several threads use the same fresh objects.
package struct Race: Sendable {
  package let name: String
  /// Makes the objects of a round and gives what its threads do, each in a loop of its own.
  let round: @Sendable () -> [@Sendable () -> Void]

  package init(name: String, round: @escaping @Sendable () -> [@Sendable () -> Void]) {
    self.name = name
    self.round = round
  }

  /// Runs rounds until the time is over.
  ///
  /// - Returns: how many.
  func run(for duration: Duration) -> Int {
    let clock = ContinuousClock(), end = clock.now + duration
    var rounds = 0
    while clock.now < end {
      Self.runAtOnce(round())
      rounds += 1
    }
    return rounds
  }

  /// Runs each body on a thread of its own and returns when all have ended. All begin at the same moment.
  private static func runAtOnce(_ bodies: [@Sendable () -> Void]) {
    let ended = DispatchGroup(), arrivals = Arrivals(bodies.count)
    for body in bodies {
      ended.enter()
      Thread {
        arrivals.meet()
        body()
        ended.leave()
      }.start()
    }
    ended.wait()
  }

  /// Threads that wait for each other before they begin.
  private final class Arrivals: Sendable {
    private let expected: Int
    private let count = Atomic(0)

    init(_ expected: Int) { self.expected = expected }

    func meet() {
      count.add(1, ordering: .acquiringAndReleasing)
      while count.load(ordering: .acquiring) < expected { sched_yield() }
    }
  }
}
