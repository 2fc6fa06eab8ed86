import Signals

extension Pipeline {
  /// Asks the guards of the modules that open. If no module closes, a link first opens the screens below one whose guard does
  /// not let it proceed at once. False if the job waits for a guard, was redirected and has started again, or is no longer
  /// wanted.
  func askGuards(_ passage: inout Passage) throws(RouteError) -> Bool {
    let job = passage.job, step = passage.step
    var allowed = job.allowed
    for (index, destination) in ([step.request.destination].compactMap { $0 } + step.guarded).enumerated() {
      if let known = allowed.firstIndex(of: destination) {
        allowed.remove(at: known)
        continue
      }
      guard let answer = ask(destination, job) else { continue }
      // A guard may close everything.
      guard !isClosing else { throw .closed("app") }
      // Or dispose the caller's signal.
      guard !job.isUnwanted else { return false }
      let opensAtOnce = if case .success((destination, nil)) = answer { true } else { false }
      if index > 0, passage.transition.closed.isEmpty, !opensAtOnce {
        job.answers[destination] = answer
        passage.shorten(to: index)
        return true
      }
      guard try follow(answer.get(), of: destination, step, job) else { return false }
    }
    return true
  }

  /// The answer of a guard; nil if there is none.
  private func ask(_ destination: Destination, _ job: NavigationJob) -> Result<Guard.Answer, RouteError>? {
    guard modules[destination.route]?.openingGuard != nil, let environment else { return nil }
    let router = Router<Never>(RouterHandle(app, environment, perform: perform))
    return job.answers.removeValue(forKey: destination)
      ?? Result { () throws(RouteError) in try reach(destination, router) }
  }

  /// Asks the guard of a destination and follows its redirects, until a guard proceeds, holds or refuses.
  private func reach(_ destination: Destination, _ router: Router<Never>) throws(RouteError) -> Guard.Answer {
    var path: [Destination] = [], destination = destination
    while true {
      switch try modules.module(of: destination.route).openingGuard?.decide(destination, router) ?? .proceed {
      case .proceed: return (destination, nil)
      case .hold(let signal): return (destination, signal)
      case .refuse(let reason): throw .refused(RouteError.Reason(reason))
      case .redirect(let next):
        path.append(destination)
        guard !path.contains(next), path.count <= Guard.limit else {
          let circle = (path + [next]).map(\.route).joined(separator: " → ")
          throw .refused(.guarded, "the guards redirect in a circle: \(circle)")
        }
        destination = next
      }
    }
  }

  private func follow(
    _ answer: Guard.Answer, of destination: Destination, _ step: NavigationStep, _ job: NavigationJob
  ) throws(RouteError) -> Bool {
    let (reached, hold) = answer, route = reached.route
    if reached != destination { job.redirect(destination, in: step, to: reached) }
    if let hold {
      guard queue.waits(forGuardOf: route) < Guard.limit else {
        throw .refused(
          .guarded,
          "the guard of '\(route)' waits for '\(route)' itself, or \(Guard.limit) openings of '\(route)' wait for it already; "
            + "let it wait for another screen, or for a shorter time")
      }
      queue.park(job, step.turn, until: hold, guardOf: reached, on: app.ui) { [weak self] in self?.run() }
      return false
    }
    job.allowed.append(reached)
    if reached != destination { try pass(job) }
    return reached == destination
  }
}
