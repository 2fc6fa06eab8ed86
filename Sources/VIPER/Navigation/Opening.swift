import Signals

/// What a router's verbs ask for.
extension Navigator {
  /// Opens a module for somebody who waits for its result; a nil style replaces the one asking. Disposing `scope` ends the
  /// wait for a guard.
  func open(
    _ opening: Opening, _ style: NavigationTree.Style?, from asking: RouterHandle, _ waiter: Waiter,
    scope: Disposable
  ) {
    if let error = undeclared(opening.destination.route, from: asking) { return waiter.fail(error) }
    guarded(opening, scope: scope) { [weak self] outcome in
      guard !waiter.isAbandoned else { return }
      guard let self else { return waiter.fail(.closed(asking.name)) }
      switch outcome {
      case .refused(let error): waiter.fail(error)
      case .abandoned: waiter.closed(with: nil)
      case .proceed(let opening), .redirected(let opening): enqueue(opening, style, from: asking, waiter)
      }
    }
  }

  private func enqueue(
    _ opening: Opening, _ style: NavigationTree.Style?, from asking: RouterHandle, _ waiter: Waiter
  ) {
    let request: NavigationRequest
    if let style {
      request = .open(opening.destination, style, from: asking.id)
    } else if let id = asking.id ?? visible?.id {
      request = .replace(id, opening.destination)
    } else {
      request = .open(opening.destination, .root, from: nil)
    }
    var step = NavigationStep(request)
    step.asking = asking.name
    step.input = opening.input
    step.waiter = waiter
    enqueue(step)
  }

  /// Why the one asking may not open the route: nobody builds it, or it did not say so.
  func undeclared(_ route: String, from asking: RouterHandle) -> RouteError? {
    guard modules[route] != nil else { return unknown(route) }
    return asking.id == nil ? nil : undeclared(route, on: asking.route)
  }

  /// Why a module may not open the route: it did not say so.
  func undeclared(_ route: String, on module: String) -> RouteError? {
    modules[module].flatMap { $0.opens.contains(route) ? nil : .undeclared(from: module, to: route) }
  }

  /// Nobody waits for the result any more: what was opened for it closes.
  func abandon(_ waiter: Waiter) {
    waiter.isAbandoned = true
    guard let module = opened.live.values.first(where: { $0.waiters.contains { $0 === waiter } }) else { return }
    module.waiters.removeAll { $0 === waiter }
    if module.closesWhenUnwanted, module.waiters.isEmpty { enqueue(NavigationStep(.close(module.node.id))) }
  }
}
