import Foundation
import Synchronization

/// A race: rounds in which several threads use the same fresh objects.
package struct Race: Sendable {
  package let name: String
  /// Creates the objects of a round and returns the bodies of its threads, each of which runs in a loop.
  let round: @Sendable () -> [@Sendable () -> Void]

  package init(name: String, round: @escaping @Sendable () -> [@Sendable () -> Void]) {
    self.name = name
    self.round = round
  }

  /// Runs rounds for the given time.
  ///
  /// - Returns: the number of rounds.
  func run(for duration: Duration) -> Int {
    let clock = ContinuousClock(), end = clock.now + duration
    var rounds = 0
    while clock.now < end {
      Self.runAtOnce(round())
      rounds += 1
    }
    return rounds
  }

  /// Runs each body on a thread of its own and returns when all have ended. All bodies begin at the same moment.
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

  /// A barrier: threads wait for each other before they begin.
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
