import Signals

/// Asked before its module opens, whatever opens it: a push, a link, a restoration.
public struct Guard: Sendable {
  /// What becomes of the opening.
  public enum Decision: Sendable {
    /// Go on.
    case proceed
    /// Open another module instead.
    case redirect(to: Destination)
    /// Wait for a value and then go on; completing without one is going back.
    case hold(until: Signal<Void, RouteError>)
    /// Fail with ``RouteError/refused(_:)``.
    case refuse(String)
  }
  let decide: @MainActor @Sendable (Destination, Router<Never>) -> Decision

  /// A guard that decides by the destination; the router opens on the visible screen.
  public init(_ decide: @escaping @MainActor @Sendable (_ to: Destination, _ router: Router<Never>) -> Decision) {
    self.decide = decide
  }
}

extension Guard {
  /// How many guards in a row may lead on, and how many openings of one route may wait for its guard: more have no end.
  private static let limit = 20

  /// Asks the guard of a destination, and of those it leads to, until one lets it through, holds it or refuses it.
  @MainActor static func ask(
    _ destination: Destination, _ router: Router<Never>, _ guardOf: (String) throws(RouteError) -> Guard?
  ) throws(RouteError) -> (reached: Destination, hold: Signal<Void, RouteError>?) {
    var path: [Destination] = [], destination = destination
    while true {
      switch try guardOf(destination.route)?.decide(destination, router) ?? .proceed {
      case .proceed: return (destination, nil)
      case .hold(let signal): return (destination, signal)
      case .refuse(let reason): throw .refused(RouteError.Reason(reason))
      case .redirect(let next):
        path.append(destination)
        guard !path.contains(next), path.count <= limit else {
          let circle = (path + [next]).map(\.route).joined(separator: " → ")
          throw .refused(.guarded, "the guards send round in a circle: \(circle)")
        }
        destination = next
      }
    }
  }

  static func limitWaits(_ waits: Int, of route: String) throws(RouteError) {
    guard waits >= limit else { return }
    throw .refused(
      .guarded,
      "the guard of '\(route)' waits for '\(route)' itself, or \(limit) openings of '\(route)' wait for it "
        + "already; let it wait for another screen, or for less long")
  }
}
