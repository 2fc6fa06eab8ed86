#if STAND_INS
  import UIKit
  import VIPERUI

  /// Tests of views. Their members are released on the main queue: the end of a property released elsewhere would wait there, and
  /// delay all views.
  @MainActor class ViewTests {
    init() throws {}
    isolated deinit {}
  }

  /// Tests of an app in a window.
  class WindowTests: ViewTests {
    let window = UIWindow()
    let app: StagedApp

    init(view: @escaping @MainActor (String) -> UIViewController) throws {
      StandIn.complaints = []
      app = try StagedApp(on: UIKitStage(window: window), view: view)
      try super.init()
    }

    /// The view controller that covers the root.
    var modal: UIViewController? { window.rootViewController?.presentedViewController }
  }
#endif
