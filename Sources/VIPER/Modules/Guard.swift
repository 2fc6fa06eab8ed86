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
