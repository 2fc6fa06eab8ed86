#if STAND_INS
  import Signals
  import Testing
  import UIKit
  import VIPER
  import VIPERUI

  final class Fade: UIViewControllerAnimatedTransitioning {}

  @Suite(.serialized) @MainActor final class UIKitPresentationTests: WindowTests {
    init() throws {
      try super.init { name in
        let controller = UIViewController()
        if name == "home" {
          let item = UIBarButtonItem(title: "More"), button = UIButton()
          (item.accessibilityIdentifier, button.accessibilityIdentifier) = ("more", "menu")
          controller.navigationItem.rightBarButtonItems = [item]
          controller.view.addSubview(button)
        }
        return controller
      }
    }

    @Test(
      "a modal covers the screen as asked, is prepared by the app, and may come without animation; own values are mapped"
    )
    func style() throws {
      try app.present(.sheet, on: "home", as: UIKitPresentation.unanimated)
      #expect(modal?.isPresentedAnimated == false)
      app.back()
      var presentation = UIKitPresentation.fullScreen
      presentation.prepare = { $0.title = "prepared" }
      try app.present(.sheet, on: "home", as: presentation)
      #expect(modal?.modalPresentationStyle == .fullScreen)
      #expect(modal?.title == "prepared")
      let window = UIWindow.onScreen
      let stage = UIKitStage(window: window) { value -> UIKitPresentation? in
        value as? String == "whole" ? .fullScreen : nil
      }
      let other = try StagedApp(on: stage) { _ in UIViewController() }
      try other.present(.sheet, on: "home", as: "whole")
      #expect(window.rootViewController?.presentedViewController?.modalPresentationStyle == .fullScreen)
    }

    @Test(
      "a popover points at the view or the bar button item of that identifier, or at the whole view; a tap outside closes it"
    )
    func popover() throws {
      let home = try #require(app.views["home"] as? UIViewController)
      let items = [home.navigationItem.rightBarButtonItems?.first, home.view.subviews.first, home.view] as [AnyObject?]
      for (source, expected) in zip(["more", "menu", "none"], items) {
        try app.present(.sheet, on: "home", as: UIKitPresentation.popover(from: source))
        let item = try #require(modal?.popoverPresentationController?.sourceItem)
        #expect(item === expected, "\(source)")
        modal?.swipeAway()
        look()
      }
      #expect(seen == ["home: [home]", "home: [home]", "home: [home]"])
    }

    @Test("a push and its way back have the animation that was asked for; a swipe has UIKit's") func animator() throws {
      var presentation = UIKitPresentation()
      presentation.animator = { _ in Fade() }
      let stack = try #require(window.rootViewController as? UINavigationController)
      for goBack in [app.back, { stack.swipeBack() }] {
        app.step(try app.router(of: "home").push(.first, presentation: presentation))
        goBack()
        StandIn.finishAnimations()
      }
      #expect(stack.animators.map { $0 is Fade } == [true, true, true, false])
    }
  }
#endif
