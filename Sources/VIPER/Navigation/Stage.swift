import Signals

/// Shows transitions: the console, UIKit, a test.
@MainActor public protocol Stage: AnyObject {
  /// Told once, by the navigator's `init`. Keep it weakly, for back keys and swipes. Default: nothing.
  func attach(to navigator: Navigator)

  /// Shows a step; completes when it is on screen, at once or later. A failure rolls the step back.
  func perform(_ transition: Transition, view: (NavigationTree.Node.ID) -> AnyObject?) -> Signal<Never, RouteError>
}

extension Stage {
  /// Does nothing.
  public func attach(to navigator: Navigator) {}
}
