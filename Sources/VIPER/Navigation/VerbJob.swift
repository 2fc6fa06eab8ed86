import Signals

/// The job of a verb: one request.
final class VerbJob: NavigationJob {
  private var step: NavigationStep

  init(_ step: NavigationStep, for caller: (any Caller)?) {
    self.step = step
    super.init(for: caller)
  }

  override var origin: String { step.asking }
  override var endsWithCaller: Bool { step.request.closesWithCaller }
  override var waitsForResult: Bool { step.request.destination != nil }
  override func next(in tree: NavigationTree) -> NavigationStep? { step }

  override func redirect(_ destination: Destination, in step: NavigationStep, to other: Destination) {
    self.step.request = step.request.to(other)
    self.step.values.input = nil
  }
}

extension Pipeline {
  /// Performs a router's request.
  func perform(_ request: RouterRequest, from asking: RouterHandle, for caller: any Caller) throws(RouteError) {
    switch request {
    case .change(let request, let values): try change(request, values, from: asking, for: caller)
    case .open(let link): try open(link, on: asking, for: caller)
    case .send(let event, let payload, let recipients, let whenSent):
      try send(event, payload, from: asking, to: recipients, whenSent: whenSent, for: caller)
    case .leave: leave(caller)
    }
  }

  private func change(
    _ request: NavigationRequest, _ values: RequestValues, from asking: RouterHandle, for caller: any Caller
  ) throws(RouteError) {
    if let route = request.route { _ = try modules.module(of: route) }
    var request = request
    if let destination = request.destination {
      if asking.id != nil { try modules.refuseUndeclared(destination.route, by: asking.route) }
      if case .open(_, .root, let id) = request {
        // After a first tap has closed the module that asks, a second tap joins the root that the first opened.
        if let id, open[id] == nil, tree.root?.destination.route != destination.route { throw .closed(asking.name) }
        request = .open(destination, .root, from: id ?? current.value.root?.id)
      }
    }
    submit(VerbJob(NavigationStep(request: request, asking: asking.name, values: values), for: caller))
  }

  private func leave(_ caller: any Caller) {
    if let job = queue.parked(for: caller) { queue.unpark(job) }
    guard let module = open.module(of: caller) else { return }
    module.waiters.removeAll { $0 === caller }
    guard module.closesWhenUnwanted, module.waiters.isEmpty else { return }
    submit(VerbJob(NavigationStep(request: .close(module.node.id), onlyIfUnwanted: true), for: nil))
  }
}
