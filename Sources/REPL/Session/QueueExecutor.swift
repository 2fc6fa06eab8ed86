import Dispatch

/// Runs what an actor does on a Dispatch queue of its own choice.
final class QueueExecutor: SerialExecutor {
  private let queue: DispatchQueue

  /// - Parameter queue: runs one thing after the other.
  init(_ queue: DispatchQueue) { self.queue = queue }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
  }
}
