import Dispatch
import Signals

/// The next step of a task, to be run once: when it is due or, where time ends before, elsewhere. For a task that is not run to
/// its end is never let go of, nor is what it works with. One that has no end is left as it is after a while.
final class TaskStep: Sendable {
  private let job: Protected<UnownedJob?>
  private let time: FlowTime

  init(_ job: UnownedJob, on time: FlowTime) {
    self.job = Protected(job)
    self.time = time
  }

  deinit {
    guard let job = Self.take(from: job), time.letsGo() else { return }
    DispatchQueue.global().async { [time] in job.runSynchronously(on: time.asUnownedTaskExecutor()) }
  }

  func run() { Self.take(from: job)?.runSynchronously(on: time.asUnownedTaskExecutor()) }

  private static func take(from job: Protected<UnownedJob?>) -> UnownedJob? {
    job.withLock { job in
      defer { job = nil }
      return job
    }
  }
}
