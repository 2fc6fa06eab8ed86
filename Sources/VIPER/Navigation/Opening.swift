import Signals

extension Navigator {
  /// Opens a module for somebody who waits for its result; a nil style replaces the one asking. Disposing `scope` ends the
  /// wait for a guard.
  func open(
    _ opening: Opening, _ style: NavigationTree.Style?, from asking: RouterHandle, _ waiter: Waiter,
    scope: Disposable
  ) {
    if let error = undeclared(opening.destination.route, from: asking) { return waiter.fail(error) }
    guarded(opening, visited: [], scope: scope) { [weak self] result in
      guard let self, !waiter.isAbandoned else { return }
      switch result {
      case .failure(let error): waiter.fail(error)
      case .success(nil): waiter.closed(with: nil)
      case .success(let opening?): enqueue(opening, style, from: asking, waiter)
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

  private func undeclared(_ route: String, from asking: RouterHandle) -> RouteError? {
    guard modules[route] != nil else {
      return .unknown(route, nearest: NearMiss.nearest(to: route, in: modules.keys.sorted()))
    }
    guard asking.id != nil, let module = modules[asking.route], !module.opens.contains(route) else { return nil }
    return .undeclared(from: asking.route, to: route)
  }

  /// Asks the guards: what may be opened instead, nothing if the user went back, or why not. Disposing `scope` ends a hold.
  func guarded(
    _ opening: Opening, visited: [String], scope: Disposable,
    _ reply: @escaping @MainActor (Result<Opening?, RouteError>) -> Void
  ) {
    let route = opening.destination.route
    guard let guarding = modules[route]?.openingGuard else { return reply(.success(opening)) }
    switch guarding.decide(opening.destination, router) {
    case .proceed: reply(.success(opening))
    case .refuse(let reason): reply(.failure(.refused(reason)))
    case .redirect(let destination):
      let path = visited + [route]
      if path.contains(destination.route) {
        let loop = (path + [destination.route]).joined(separator: " → ")
        return reply(.failure(.refused("the guards send round in a circle: \(loop)")))
      }
      guarded(Opening(destination: destination), visited: path, scope: scope, reply)
    case .hold(let signal):
      let hold = GuardHold(opening, reply)
      scope.add(
        signal.prefix(1).observe(on: .ui).observe { event in
          MainActor.assumeIsolated { hold.receive(event) }
        })
    }
  }

  /// Closes a module; with a result, who waits for it gets it. A root delivers it and stays.
  func close(_ handle: RouterHandle, with result: (any Sendable)?, _ emitter: Emitter<Void, RouteError>) {
    guard let id = handle.id else { return emitter.fail(.nothingBelow) }
    if let result, let module = live[id], module.handle.isRoot {
      let waiters = module.waiters
      module.waiters = []
      for waiter in waiters { waiter.closed(with: result) }
      return emitter.succeed()
    }
    var step = NavigationStep(.close(id), asking: handle.name, telling: emitter)
    step.result = result
    enqueue(step)
  }

  /// Nobody waits for the result any more: what was opened for it closes.
  func abandon(_ waiter: Waiter) {
    waiter.isAbandoned = true
    guard let module = live.values.first(where: { $0.waiters.contains { $0 === waiter } }) else { return }
    module.waiters.removeAll { $0 === waiter }
    if module.closesWhenUnwanted, module.waiters.isEmpty { enqueue(NavigationStep(.close(module.node.id))) }
  }

  /// The user's way back: a key, or a swipe the view has already made.
  public func userBack(alreadyShown: Bool = false) -> Signal<Void, RouteError> {
    appHandle.ask { navigator, emitter in
      let tree = navigator.tree.value
      guard let top = tree.path.last(where: { $0.style == .push || $0.style == .modal }) else {
        return emitter.fail(.nothingBelow)
      }
      if navigator.isUnwillingToLeave() {
        if alreadyShown { navigator.showAgain() }
        return emitter.fail(.refused("\(top.destination.route) does not want to be left now"))
      }
      var step = NavigationStep(.close(top.id), telling: emitter)
      step.isAlreadyShown = alreadyShown
      navigator.enqueue(step)
    }
  }

  /// Whether the visible screen does not want to be left. A function of its own, so that nobody holds the presenter while
  /// its module closes.
  private func isUnwillingToLeave() -> Bool {
    visible.flatMap { live[$0.id]?.assembly.presenter }?.shouldGoBack() == false
  }

  /// Shows what is open: the view went ahead, and nothing came of it.
  private func showAgain() {
    stage.perform(Transition(.back, from: tree.value, to: tree.value)) { [weak self] id in self?.live[id]?.assembly.view
    }
    .start()
  }
}

extension NavigationStep {
  /// A step that gives one value when it is done.
  init(_ request: NavigationRequest, asking: String = "app", telling emitter: Emitter<Void, RouteError>) {
    self.init(request) { outcome in
      switch outcome {
      case .done: emitter.succeed()
      case .failed(let error): emitter.fail(error)
      }
    }
    self.asking = asking
  }
}

extension Emitter where Value == Void {
  /// One value, and the end.
  func succeed() {
    send(())
    complete()
  }
}

/// An opening that waits for a guard's signal: it goes on with the first value, and goes back with the end.
@MainActor private final class GuardHold {
  private let opening: Opening
  private var reply: (@MainActor (Result<Opening?, RouteError>) -> Void)?

  init(_ opening: Opening, _ reply: @escaping @MainActor (Result<Opening?, RouteError>) -> Void) {
    self.opening = opening
    self.reply = reply
  }

  func receive(_ event: Event<Void, RouteError>) {
    let result: Result<Opening?, RouteError> =
      switch event {
      case .value: .success(opening)
      case .completed: .success(nil)
      case .failed(let error): .failure(error)
      }
    reply.take()?(result)
  }
}
