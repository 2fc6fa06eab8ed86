#if canImport(UIKit) && !os(watchOS)
  import Signals
  package import UIKit

  extension UIViewController {
    /// The outermost ancestor, and what is presented over it, the topmost last.
    package var layers: [UIViewController] {
      var layers = [self]
      while let parent = layers[0].parent { layers[0] = parent }
      while let next = layers.last?.presentedViewController { layers.append(next) }
      return layers
    }

    /// A layer that UIKit is presenting or dismissing. Meanwhile it refuses to present or dismiss another.
    package var movingLayer: UIViewController? { layers.first { $0.isBeingPresented || $0.isBeingDismissed } }

    /// Calls `body` when no layer is moving: now, or in a later turn of the main queue.
    func whenStill(_ body: @escaping @MainActor () -> Void) {
      guard let moving = movingLayer else { return body() }
      let again = { @MainActor in
        _ = DispatchScheduler.main.schedule { MainActor.assumeIsolated { self.whenStill(body) } }
      }
      // UIKit may have no coordinator where nothing is animated.
      if moving.transitionCoordinator?.animate(alongsideTransition: nil, completion: { _ in again() }) != true {
        again()
      }
    }
  }

  extension UIWindow {
    /// Sends in the turn of the main queue after a window has become visible.
    static var shown: Signal<Void, Never> {
      let name = didBecomeVisibleNotification
      return Signal<Void, Never> { emitter in
        // Only passed back to the notification centre, which any thread may call.
        nonisolated(unsafe) let observer = NotificationCenter.default.addObserver(
          forName: name, object: nil, queue: nil
        ) { _ in emitter.send(()) }
        emitter.disposable.add(Disposable { NotificationCenter.default.removeObserver(observer) })
      }.observe(on: .main)
    }
  }
#endif
