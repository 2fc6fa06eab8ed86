import Signals

/// Requests of routers become jobs.
extension Pipeline: RouterTarget {
  func open(_ opening: Opening, from asking: RouterHandle, for waiter: Waiter) {
    let destination = opening.destination
    if let error = undeclared(destination.route, from: asking) { return waiter.fail(error) }
    // A second tap finds that the first has closed the module that asks: it joins.
    if case .root? = opening.style, let id = asking.id, open[id] == nil,
      tree.root?.destination.route != destination.route
    {
      return waiter.fail(.closed(asking.name))
    }
    let request: NavigationRequest =
      switch opening.style {
      case nil: .replace(asking.id, destination)
      case .root?: .open(destination, .root, from: asking.id ?? current.value.root?.id)
      case .push? where opening.unlessVisible: .pushUnlessVisible(destination, from: asking.id)
      case let style?: .open(destination, style, from: asking.id)
      }
    let step = NavigationStep(request: request, asking: asking.name, values: opening.values, asksGuard: true)
    submit(NavigationJob(SingleRequest(step), for: waiter))
  }

  func perform(
    _ request: NavigationRequest, _ values: RequestValues, from asking: RouterHandle,
    _ emitter: Emitter<Void, RouteError>
  ) {
    if case .back(let route, _) = request, modules[route] == nil { return emitter.fail(unknown(route)) }
    if let route = request.place?.route, modules[route] == nil { return emitter.fail(unknown(route)) }
    let step = NavigationStep(request: request, asking: asking.name, values: values)
    submit(NavigationJob(SingleRequest(step), telling: emitter))
  }

  /// A module that was opened for the waiter closes.
  func unwanted(by waiter: Waiter) {
    waiter.isUnwanted = true
    if let job = queue.parked(for: waiter) { queue.unpark(job) }
    guard let module = open.module(of: waiter) else { return }
    module.waiters.removeAll { $0 === waiter }
    guard module.closesWhenUnwanted, module.waiters.isEmpty else { return }
    submit(NavigationJob(SingleRequest(NavigationStep(request: .close(module.node.id), onlyIfUnwanted: true))) { _ in })
  }

  /// Takes a plan into the queue. Disposing it opens no more.
  func submit(_ plan: some NavigationPlan, telling emitter: Emitter<Void, RouteError>) {
    let job = NavigationJob(plan, telling: emitter)
    emitter.disposable.add(
      Disposable { [weak self, ui = app.ui] in
        ui.run {
          job.cancel()
          self?.queue.unpark(job)
        }
      })
    submit(job)
  }

  /// No module is built for the route.
  func unknown(_ route: String) -> RouteError { .unknown(route, among: modules.keys) }

  func focused(_ id: Int) -> DisposeBag? { open[id]?.focused }

  /// Why the module that asks may not open the route: no module is built for it, or it is not declared.
  func undeclared(_ route: String, from asking: RouterHandle) -> RouteError? {
    guard modules[route] != nil else { return unknown(route) }
    return asking.id == nil ? nil : undeclared(route, on: asking.route)
  }

  /// Why a module may not open the route: it did not declare it.
  func undeclared(_ route: String, on module: String) -> RouteError? {
    modules[module].flatMap { $0.mayOpen(modules[route]) ? nil : .undeclared(from: module, to: route) }
  }
}
