import Signals

/// What is asked to be opened: written down, and in memory where it comes from code.
struct Opening: Sendable {
  let destination: Destination
  var input: (any Sendable)?
}

/// What a router's verbs ask for.
extension Navigator {
  /// Opens a module for somebody who waits for its result; a nil style replaces the one asking. Disposing `scope` ends the
  /// wait for a guard.
  func open(
    _ opening: Opening, _ style: NavigationTree.Style?, from asking: RouterHandle, _ waiter: Waiter,
    scope: Disposable
  ) {
    if let error = undeclared(opening.destination.route, from: asking) { return waiter.fail(error) }
    // A second tap finds that the first has closed who asks: it joins.
    if case .root? = style, let id = asking.id, opened.live[id] == nil,
      opened.tree.root?.destination.route != opening.destination.route
    {
      return waiter.fail(.closed(asking.name))
    }
    let request: NavigationRequest =
      switch style {
      case nil: .replace(asking.id, opening.destination)
      case .root?: .open(opening.destination, .root, from: asking.id ?? root)
      case let style?: .open(opening.destination, style, from: asking.id)
      }
    var step = NavigationStep(request)
    step.asking = asking.name
    step.input = opening.input
    step.waiter = waiter
    step.guardScope = scope
    enqueue(step)
  }

  /// Nobody builds a module for the route.
  func unknown(_ route: String) -> RouteError { .unknown(route, among: modules.keys) }

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
  func unwanted(by waiter: Waiter) {
    waiter.isUnwanted = true
    guard let module = opened.live.values.first(where: { $0.waiters.contains { $0 === waiter } }) else { return }
    module.waiters.removeAll { $0 === waiter }
    guard module.closesWhenUnwanted, module.waiters.isEmpty else { return }
    var step = NavigationStep(.close(module.node.id))
    step.closesOnlyUnwanted = true
    enqueue(step)
  }
}
