import Signals

/// The guard of a destination, and of those it leads to, until one lets it through, holds it or refuses it.
@MainActor struct GuardChain {
  /// How many guards in a row may lead on, and how many openings of one route may wait for its guard: more have no end.
  static let limit = 20

  /// The last destination of the chain.
  let destination: Destination
  /// What its guard waits for.
  let hold: Signal<Void, RouteError>?

  static func ask(
    _ destination: Destination, _ modules: [String: Module], _ router: Router<Never>
  ) throws(RouteError) -> GuardChain {
    var path: [Destination] = [], destination = destination
    while true {
      guard let module = modules[destination.route] else { throw .unknown(destination.route, among: modules.keys) }
      switch module.openingGuard?.decide(destination, router) ?? .proceed {
      case .proceed: return GuardChain(destination: destination, hold: nil)
      case .hold(let signal): return GuardChain(destination: destination, hold: signal)
      case .refuse(let reason): throw .refused(RouteError.Reason(reason))
      case .redirect(let next):
        path.append(destination)
        guard !path.contains(next), path.count <= limit else {
          let circle = (path + [next]).map(\.route).joined(separator: " → ")
          throw .refused(.guarded("the guards send round in a circle: \(circle)"))
        }
        destination = next
      }
    }
  }

  /// - Parameter waits: how many openings of the route wait already.
  static func limitWaits(_ waits: Int, of route: String) throws(RouteError) {
    guard waits >= limit else { return }
    throw .refused(
      .guarded(
        "the guard of '\(route)' waits for '\(route)' itself, or \(limit) openings of '\(route)' wait for it "
          + "already; let it wait for another screen, or for less long"))
  }
}
