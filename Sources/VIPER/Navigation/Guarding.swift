import Signals

/// What becomes of an opening once the guards have been asked.
enum GuardedOpening: Sendable {
  case proceed(Opening)
  /// Another destination in its place.
  case redirected(Opening)
  /// The user went back while it was held.
  case abandoned
  case refused(RouteError)
}

extension Navigator {
  /// Whether somebody has to be asked before this opens.
  func isGuarded(_ request: NavigationRequest) -> Bool {
    guard let destination = request.destination, let module = modules[destination.route] else { return true }
    return module.openingGuard != nil
  }

  /// Asks the guards of what is to be opened, and of where they redirect. Disposing `scope` ends a hold.
  func guarded(
    _ opening: Opening, visited: [Destination] = [], scope: Disposable,
    _ reply: @escaping @MainActor (GuardedOpening) -> Void
  ) {
    let route = opening.destination.route
    let allowed: GuardedOpening = visited.isEmpty ? .proceed(opening) : .redirected(opening)
    guard let module = modules[route] else { return reply(.refused(unknown(route))) }
    guard let openingGuard = module.openingGuard else { return reply(allowed) }
    let decision = openingGuard.decide(opening.destination, router)
    // A guard may want everything closed.
    guard opened.closing == nil else { return reply(.refused(.closed("app"))) }
    switch decision {
    case .proceed: reply(allowed)
    case .refuse(let reason): reply(.refused(.refused(reason)))
    case .redirect(let destination):
      let path = visited + [opening.destination]
      if path.contains(destination) || path.count > Self.guardLimit {
        let loop = (path + [destination]).map(\.route).joined(separator: " → ")
        return reply(.refused(.refused("the guards send round in a circle: \(loop)")))
      }
      guarded(Opening(destination: destination), visited: path, scope: scope, reply)
    case .hold(let signal):
      guard opened.holds(of: route) < Self.guardLimit else {
        let problem =
          "the guard of '\(route)' waits for '\(route)' itself, or \(Self.guardLimit) openings of '\(route)' wait for it "
          + "already; let it wait for another screen, or for less long"
        return reply(.refused(.refused(problem)))
      }
      hold(route, allowed, until: signal, scope: scope, reply)
    }
  }

  /// How many guards in a row may send on, and how many openings of one route may wait: more have no end.
  private static var guardLimit: Int { 20 }

  /// Waits for a guard: goes on with the first value, and goes back with the end.
  private func hold(
    _ route: String, _ allowed: GuardedOpening, until signal: Signal<Void, RouteError>, scope: Disposable,
    _ reply: @escaping @MainActor (GuardedOpening) -> Void
  ) {
    let hold = GuardHold(of: route, reply)
    opened.add(hold)
    let end: @MainActor @Sendable (GuardedOpening?) -> Void = { [weak opened] outcome in
      opened?.remove(hold)
      hold.end(outcome)
    }
    scope.add(Disposable { [ui] in ui.run { end(nil) } })
    hold.observe(signal, on: ui) { event in
      switch event {
      case .value: end(allowed)
      case .completed: end(.abandoned)
      case .failed(let error): end(.refused(error))
      }
    }
  }
}

/// An opening that waits for a guard's signal. Known to the navigator, with which it ends.
@MainActor final class GuardHold {
  let route: String
  private var reply: (@MainActor (GuardedOpening) -> Void)?
  private let observation = Disposable()

  init(of route: String, _ reply: @escaping @MainActor (GuardedOpening) -> Void) {
    self.route = route
    self.reply = reply
  }

  func observe(
    _ signal: Signal<Void, RouteError>, on ui: UIScheduler,
    _ receive: @escaping @MainActor @Sendable (Event<Void, RouteError>) -> Void
  ) {
    observation.add(signal.prefix(1).observe(on: ui, receive))
  }

  /// The guard is not listened to any more.
  func stop() { observation.dispose() }

  /// Ends the wait, once; nil tells nobody.
  func end(_ outcome: GuardedOpening?) {
    stop()
    guard let reply = reply.take(), let outcome else { return }
    reply(outcome)
  }
}
