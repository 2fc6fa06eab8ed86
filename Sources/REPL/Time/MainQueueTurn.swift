import Dispatch

/// An actor on the main queue. A call to it and the return take two turns of the queue and no other thread; a continuation
/// would resume on the thread pool first.
actor MainQueueTurn {
  private static let shared = MainQueueTurn()
  private nonisolated let executor = QueueExecutor(.main)
  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }
  private var count = 0

  /// Returns after the main queue has run its present work, such as bindings that another thread triggered, and the work that
  /// this enqueued.
  @MainActor static func drained() async { await shared.turn() }

  /// Writes, since the optimiser leaves out a turn in which nothing happens.
  private func turn() { count &+= 1 }
}
