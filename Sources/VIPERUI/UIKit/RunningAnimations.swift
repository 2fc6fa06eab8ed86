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

    /// Counts UIKit's transition, if there is one.
    func follow(_ coordinator: (any UIViewControllerTransitionCoordinator)?) {
      guard let coordinator else { return }
      begin()
      // If it is too late to follow the transition, UIKit does not call the completion.
      if !coordinator.animate(alongsideTransition: nil, completion: { [self] _ in end() }) { end() }
    }

    /// Completes when the last animation ends.
    var shown: Signal<Never, RouteError> {
      if count == 0 { return .empty }
      let (shown, emitter) = Signal<Never, RouteError>.pipe()
      ended = emitter
      return shown
    }
  }
#endif
