#if STAND_INS
  import UIKit
  import VIPERUI

  /// Tests of views. Their members are released on the main queue: the end of a property released elsewhere would wait there, and
  /// delay all views.
  @MainActor class ViewTests {
    init() throws {}
    isolated deinit {}
  }

  extension UIWindow {
    /// A new window that shows its views.
    static var onScreen: UIWindow {
      let window = UIWindow()
      window.windowScene = UIApplication.shared.connectedScenes.lazy.compactMap { $0 as? UIWindowScene }.first
      window.isHidden = false
      return window
    }
  }

  /// Tests of an app in a window.
  class WindowTests: ViewTests {
    let window = UIWindow.onScreen
    let app: StagedApp
    /// What was seen by ``look()``.
    private(set) var seen: [String] = []

    init(view: @escaping @MainActor (String) -> UIViewController) throws {
      StandIn.reset()
      app = try StagedApp(on: UIKitStage(window: window), view: view)
      try super.init()
    }

    /// The view controller that covers the root.
    var modal: UIViewController? { window.rootViewController?.presentedViewController }

    func note(_ text: String) { seen.append(text) }

    /// Notes the open routes and the content of the window: stacks as `[first page]`, tabs as `home{[first] *[page]}` with the selected
    /// one marked, each modal after `/`, and UIKit's complaints.
    func look() {
      if !StandIn.animationsAreHeld { StandIn.finishAnimations() }
      var shown: [String] = [], controller = window.rootViewController
      while let next = controller {
        shown.append(text(of: next))
        controller = next.presentedViewController
      }
      seen.append((["\(app.path): \(shown.joined(separator: " / "))"] + StandIn.complaints).joined(separator: "!"))
    }

    private func text(of controller: UIViewController) -> String {
      let name = app.views.first { $0.value === controller }?.key ?? controller.title ?? "?"
      switch controller {
      case let stack as UINavigationController:
        return "[\(stack.viewControllers.map(text).joined(separator: " "))]"
      case let host as UITabBarController:
        let tabs = (host.viewControllers ?? []).enumerated().map { index, tab in
          (index == host.selectedIndex ? "*" : "") + text(of: tab)
        }
        return tabs.isEmpty ? name : "\(name){\(tabs.joined(separator: " "))}"
      case let alert as UIAlertController: return "\(name): \(alert.message ?? "")"
      default: return name
      }
    }
  }
#endif
