public import Signals

/// Decides whether a module may open. It is asked before every opening: by a verb such as `push`, a link or a restoration.
public struct Guard: Sendable {
  /// A guard's decision about an opening.
  public enum Decision: Sendable {
    /// Open the module.
    case proceed
    /// Open another module instead.
    case redirect(to: Destination)
    /// Open the module after the signal's first value. If the signal completes without a value, the user went back, and the
    /// module does not open.
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
  /// The longest chain of redirects, and the most openings of one route that may wait for its guard. More are taken for an
  /// endless loop.
  static let limit = 20

  /// The destination that a guard leads to, and the signal that it holds until.
  typealias Answer = (reached: Destination, hold: Signal<Void, RouteError>?)
}
