package import Dispatch

/// Runs an actor's jobs on a given Dispatch queue.
package final class QueueExecutor: SerialExecutor {
  private let queue: DispatchQueue

  /// - Parameter queue: a serial queue.
  package init(_ queue: DispatchQueue) { self.queue = queue }

  package func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
  }
}
