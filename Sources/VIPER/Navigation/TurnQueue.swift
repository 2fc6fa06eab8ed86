import Signals

/// The jobs that wait: in the queue, for their first or another turn, or parked, for a guard or a module.
@MainActor final class TurnQueue {
  private var again = FIFO<NavigationJob>()
  private var first = FIFO<NavigationJob>()
  private var parked: [NavigationJob] = []

  /// Adds a job to the queue; does nothing if the turn is nil, since the job has ended then.
  func append(_ job: NavigationJob, _ turn: Turn?) {
    switch turn {
    case .next?: again.append(job)
    case .last?: first.append(job)
    case nil: break
    }
  }

  var count: Int { again.count + first.count }

  func next() -> NavigationJob? { again.popFirst() ?? first.popFirst() }

  /// Parks a job until the signal has a value, then adds it to the queue with `turn`. Calls `isOver` when the wait ends.
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

  /// Ends the wait of a job. False if it had already ended.
  @discardableResult func unpark(_ job: NavigationJob) -> Bool {
    guard let wait = job.wait.take() else { return false }
    parked.removeAll { $0 === job }
    wait.observation.dispose()
    return true
  }

  func waits(forGuardOf route: String) -> Int { parked.count { $0.wait?.guardOf == route } }

  func parked(for caller: any Caller) -> NavigationJob? { parked.first { $0.caller === caller } }

  /// Removes and returns the jobs in the queue and those parked for a guard. A job parked for a module ends with that module.
  func removeAll() -> [NavigationJob] {
    var all: [NavigationJob] = []
    while let job = next() { all.append(job) }
    let held = parked.filter { $0.wait?.guardOf != nil }
    parked.removeAll { $0.wait?.guardOf != nil }
    for job in held { job.wait?.observation.dispose() }
    return all + held
  }
}

/// The order of whole links: an earlier link does not replace the screens of a later one.
@MainActor final class LinkOrder {
  var count = 0
  /// The number of the latest link that has opened a screen.
  var lastOpened = 0
}
