#if canImport(UIKit) && !os(watchOS)
  import Foundation
  import REPL
  import Signals
  import UIKit
  import VIPER
  import VIPERUI

  /// A view controller in the form that a console reads.
  @MainActor final class ReadController: ReadScreen {
    private weak var controller: UIViewController?
    private weak var stage: UIKitStage?
    private let window: UIWindow
    /// The command for `back` on the first screen: it is disabled with a reason.
    var wayBackOfRoot: () -> Command<Void, Void, RouteError>? = { nil }

    init(_ controller: UIViewController, in window: UIWindow, on stage: UIKitStage) {
      (self.controller, self.window, self.stage) = (controller, window, stage)
    }

    var controls: [Control] {
      guard let controller else { return [] }
      controller.loadViewIfNeeded()
      let title = controller.navigationItem.title ?? controller.title
      var controls = title.map { [Control.title($0)] } ?? []
      if let tabs = controller as? UITabBarController {
        controls += tabs.viewControllers?.compactMap { tab($0, of: tabs) } ?? []
      } else {
        let parts = controller.children.compactMap(\.viewIfLoaded)
        controls += ReadViews.controls(in: controller.view) { view in parts.contains { $0 === view } }
        var items = [controller.navigationItem.leftBarButtonItems, controller.navigationItem.rightBarButtonItems]
        #if !os(tvOS)
          items.append(controller.toolbarItems)
        #endif
        controls += items.flatMap { $0 ?? [] }.compactMap(ReadViews.button)
      }
      return controls + (wayBack(from: controller).map { [.back($0)] } ?? [])
    }

    private func tab(_ tab: UIViewController, of host: UITabBarController) -> Control? {
      guard let name = tab.tabBarItem.accessibilityIdentifier, let stage else { return nil }
      return .button(
        name, Command<Void, Void, Never>.onMain { _ = stage.tabBarController(host, shouldSelect: tab) },
        help: tab.tabBarItem.accessibilityHint)
    }

    /// A page above another has a way back.
    private func wayBack(from controller: UIViewController) -> Command<Void, Void, RouteError>? {
      guard let stack = controller.parent as? UINavigationController else { return nil }
      if let stage, stack.viewControllers.first !== controller {
        return .onMain {
          _ = stack.popViewController(animated: false)
          // UIKit calls this later. The second call finds nothing new.
          stage.navigationController(stack, didShow: stack.topViewController ?? stack, animated: false)
        }
      }
      return window.rootViewController === stack ? wayBackOfRoot() : nil
    }

    func takeAlerts() -> [String] {
      // UIKit cannot dismiss an alert that is not presented yet.
      guard let root = window.rootViewController, root.movingLayer == nil else { return [] }
      let alerts = root.layers.reversed().prefix { $0 is UIAlertController }.reversed().compactMap {
        $0 as? UIAlertController
      }
      alerts.first?.presentingViewController?.dismiss(animated: false)
      return alerts.map { alert in
        let title = alert.title ?? "", message = alert.message ?? "", button = alert.actions.first?.title ?? ""
        return title.isEmpty ? message : "\(title): \(message) [\(button)]"
      }
    }
  }

  extension Command where Input == Void, Output == Void {
    /// A command that runs `body` on the main actor, on which the console runs.
    static func onMain(_ body: @escaping @MainActor @Sendable () -> Void) -> Command {
      Command {
        .deferred {
          MainActor.assumeIsolated { body() }; return .empty
        }
      }
    }
  }
#endif
