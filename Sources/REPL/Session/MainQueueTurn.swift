import Dispatch

/// The queue of the main actor, as an executor of its own: going there and back is two turns of the queue, and takes no
/// other thread. A continuation would: it is resumed on the pool first.
actor MainQueueTurn {
  private static let shared = MainQueueTurn()
  private nonisolated let executor = QueueExecutor(.main)
  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  /// Lets it run what it was given so far, such as bindings that another thread's work made late and work of `.main`, and
  /// then what that gave it.
  @MainActor static func drained() async { await shared.turn() }

  private func turn() {}
}
