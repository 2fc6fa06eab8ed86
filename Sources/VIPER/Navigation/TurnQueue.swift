import Signals

/// The jobs that wait: for their first turn, for another turn, or, parked, for a guard or a module.
@MainActor final class TurnQueue {
  private var same: NavigationJob?
  private var again = FIFO<NavigationJob>()
  private var first = FIFO<NavigationJob>()
  private var parked: [NavigationJob] = []

  /// Nil for a job that has ended.
  func append(_ job: NavigationJob, _ turn: Turn?) {
    switch turn {
    case .same?: same = job
    case .next?: again.append(job)
    case .last?: first.append(job)
    case nil: break
    }
  }

  func next() -> NavigationJob? { same.take() ?? again.popFirst() ?? first.popFirst() }

  /// Parks a job until the signal has a value: then it has `turn`. Calls back when its wait is over.
  func park(
    _ job: NavigationJob, _ turn: Turn, until signal: Signal<Void, RouteError>, guardOf destination: Destination?,
    on ui: UIScheduler, _ isOver: @escaping @MainActor @Sendable () -> Void
  ) {
    let wait = NavigationJob.Wait(guardOf: destination?.route)
    job.wait = wait
    parked.append(job)
    wait.observation.add(
      signal.prefix(1).observe(on: ui) { [weak self] event in
        guard let self, unpark(job) else { return }
        switch event {
        case .value:
          if let destination { job.allowed.append(destination) }
          append(job, turn)
        case .failed(let error): append(job, job.goOn(after: error))
        case .completed: append(job, job.goOn(orEnd: .wentBack) { job throws(RouteError) in try job.left() })
        }
        isOver()
      })
  }

  /// Ends the wait of a job; false if it had ended before.
  @discardableResult func unpark(_ job: NavigationJob) -> Bool {
    guard let wait = job.wait.take() else { return false }
    parked.removeAll { $0 === job }
    wait.observation.dispose()
    return true
  }

  func waits(forGuardOf route: String) -> Int { parked.count { $0.wait?.guardOf == route } }

  func parked(for caller: any Caller) -> NavigationJob? { parked.first { $0.caller === caller } }

  /// Takes the jobs that wait for a turn, and those that wait for a guard. Readiness ends with its module.
  func removeAll() -> [NavigationJob] {
    var all: [NavigationJob] = []
    while let job = next() { all.append(job) }
    let held = parked.filter { $0.wait?.guardOf != nil }
    parked.removeAll { $0.wait?.guardOf != nil }
    for job in held { job.wait?.observation.dispose() }
    return all + held
  }
}

/// The order of whole links: an earlier one does not take a later one's place.
@MainActor final class LinkOrder {
  var count = 0
  /// The last link that has opened something.
  var lastOpened = 0
}
