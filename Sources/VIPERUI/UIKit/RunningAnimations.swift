#if canImport(UIKit) && !os(watchOS)
  import Signals
  import UIKit
  import VIPER

  /// The animations of one transition.
  @MainActor final class RunningAnimations {
    private var count = 0
    private var ended: Emitter<Never, RouteError>?

    func begin() { count += 1 }

    func end() {
      count -= 1
      if count == 0 { ended?.complete() }
    }

    /// Counts a transition of UIKit's, if there is one.
    func follow(_ coordinator: (any UIViewControllerTransitionCoordinator)?) {
      guard let coordinator else { return }
      begin()
      // Where it is too late to follow, UIKit calls nothing.
      if !coordinator.animate(alongsideTransition: nil, completion: { [self] _ in end() }) { end() }
    }

    /// Completes with the last of them.
    var shown: Signal<Never, RouteError> {
      if count == 0 { return .empty }
      let (shown, emitter) = Signal<Never, RouteError>.pipe()
      ended = emitter
      return shown
    }
  }
#endif
