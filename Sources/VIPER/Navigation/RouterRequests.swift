import Signals

/// Requests of routers become jobs.
extension Pipeline: RouterTarget {
  func perform(
    _ request: NavigationRequest, _ values: RequestValues, from asking: RouterHandle, for caller: any Caller
  ) throws(RouteError) {
    if let route = request.route, modules[route] == nil { throw modules.unknown(route) }
    var request = request
    if let destination = request.destination {
      if asking.id != nil { try modules.refuseUndeclared(destination.route, by: asking.route) }
      if case .open(_, .root, let id) = request {
        // A second tap finds that the first has closed the module that asks: it joins.
        if let id, open[id] == nil, tree.root?.destination.route != destination.route { throw .closed(asking.name) }
        request = .open(destination, .root, from: id ?? current.value.root?.id)
      }
    }
    submit(VerbJob(NavigationStep(request: request, asking: asking.name, values: values), for: caller))
  }

  /// Takes a job into the queue.
  func submit(_ job: NavigationJob) {
    if job.endsWithCaller, let caller = job.caller {
      caller.disposable.onDispose { [weak self] in
        guard let self else { return }
        app.ui.run { self.unwanted(by: caller) }
      }
    }
    take(job)
  }

  /// The caller hears no more: its job ends, and so does the module that was opened for it.
  private func unwanted(by caller: any Caller) {
    if let job = queue.parked(for: caller) { queue.unpark(job) }
    guard let module = open.module(of: caller) else { return }
    module.waiters.removeAll { $0 === caller }
    guard module.closesWhenUnwanted, module.waiters.isEmpty else { return }
    take(VerbJob(NavigationStep(request: .close(module.node.id), onlyIfUnwanted: true), for: nil))
  }

  func focused(_ id: Int) -> DisposeBag? { open[id]?.focused }
}

extension RouterHandle {
  /// A cold signal that asks the pipeline itself.
  func askPipeline(
    for navigation: String?,
    _ body: @escaping @MainActor @Sendable (Pipeline, any Caller) throws(RouteError) -> Void
  ) -> Signal<Void, RouteError> {
    ask(for: navigation) { [name] target, caller throws(RouteError) in
      guard let pipeline = target as? Pipeline else { throw .closed(name) }
      try body(pipeline, caller)
    }
  }
}
