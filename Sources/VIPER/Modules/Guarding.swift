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
  /// Asks the guards of what is to be opened, and of where they redirect. Disposing `scope` ends a hold.
  func guarded(
    _ opening: Opening, visited: [String] = [], scope: Disposable,
    _ reply: @escaping @MainActor (GuardedOpening) -> Void
  ) {
    let route = opening.destination.route
    let allowed: GuardedOpening = visited.isEmpty ? .proceed(opening) : .redirected(opening)
    guard let module = modules[route] else { return reply(.refused(unknown(route))) }
    guard let openingGuard = module.openingGuard else { return reply(allowed) }
    switch openingGuard.decide(opening.destination, router) {
    case .proceed: reply(allowed)
    case .refuse(let reason): reply(.refused(.refused(reason)))
    case .redirect(let destination):
      let path = visited + [route]
      if path.contains(destination.route) {
        let loop = (path + [destination.route]).joined(separator: " → ")
        return reply(.refused(.refused("the guards send round in a circle: \(loop)")))
      }
      guarded(Opening(destination: destination), visited: path, scope: scope, reply)
    case .hold(let signal):
      let hold = GuardHold(allowed, reply)
      scope.add(
        signal.prefix(1).observe(on: ui).observe { event in
          MainActor.assumeIsolated { hold.receive(event) }
        })
    }
  }

  /// Nobody builds a module for the route.
  func unknown(_ route: String) -> RouteError {
    .unknown(route, nearest: NearMiss.nearest(to: route, in: modules.keys.sorted()))
  }
}

/// An opening that waits for a guard's signal: it goes on with the first value, and goes back with the end.
@MainActor private final class GuardHold {
  private let allowed: GuardedOpening
  private var reply: (@MainActor (GuardedOpening) -> Void)?

  init(_ allowed: GuardedOpening, _ reply: @escaping @MainActor (GuardedOpening) -> Void) {
    self.allowed = allowed
    self.reply = reply
  }

  func receive(_ event: Event<Void, RouteError>) {
    let outcome: GuardedOpening =
      switch event {
      case .value: allowed
      case .completed: .abandoned
      case .failed(let error): .refused(error)
      }
    reply.take()?(outcome)
  }
}
