import Dispatch
import Signals

/// The next step of a task. It runs once: when it is due or, if time ends before that, on another executor. An unfinished task
/// would never be released, nor would the objects that it retains. `FlowTime.allowsStepElsewhere()` limits endless tasks.
final class TaskStep: Sendable {
  private let job: Protected<UnownedJob?>
  private let time: FlowTime

  init(_ job: UnownedJob, on time: FlowTime) {
    self.job = Protected(job)
    self.time = time
  }

  deinit {
    guard let job = job.withLock({ $0.take() }), time.allowsStepElsewhere() else { return }
    DispatchQueue.global().async { [time] in job.runSynchronously(on: time.asUnownedTaskExecutor()) }
  }

  func run() { job.withLock { $0.take() }?.runSynchronously(on: time.asUnownedTaskExecutor()) }
}
