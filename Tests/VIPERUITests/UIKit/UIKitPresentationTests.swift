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

    private func present(_ presentation: UIKitPresentation) throws {
      app.step(try app.router(of: "home").present(.sheet, presentation: presentation))
    }

    @Test("a step without animation is shown at once") func unanimated() throws {
      StandIn.animationsAreHeld = true
      defer { StandIn.animationsAreHeld = false }
      try present(.unanimated)
      #expect(app.path == ["home", "sheet"])
    }

    @Test("a modal covers the screen as asked, and is prepared by the app") func style() throws {
      var presentation = UIKitPresentation.fullScreen
      presentation.prepare = { $0.title = "prepared" }
      try present(presentation)
      #expect(modal?.modalPresentationStyle == .fullScreen && modal?.title == "prepared")
    }

    @Test(
      "a popover points at the view or the bar button item of that identifier", arguments: ["more", "menu", "none"])
    func popover(_ source: String) throws {
      try present(.popover(from: source))
      let item = try #require(modal?.popoverPresentationController?.sourceItem)
      let home = try #require(app.views["home"] as? UIViewController)
      switch source {
      case "more": #expect(item === home.navigationItem.rightBarButtonItems?.first)
      case "menu": #expect(item === home.view.subviews.first)
      // The popover points at the whole view by default.
      default: #expect(item === home.view)
      }
      // A tap outside the popover closes it.
      modal?.swipeAway()
      #expect(app.path == ["home"] && StandIn.complaints.isEmpty)
    }

    @Test("a push and its way back have the animation that was asked for; a swipe has UIKit's") func animator() throws {
      var presentation = UIKitPresentation()
      presentation.animator = { _ in Fade() }
      app.step(try app.router(of: "home").push(.first, presentation: presentation))
      let stack = try #require(window.rootViewController as? UINavigationController)
      #expect(stack.animators.last is Fade?)
      app.step(app.navigator.userBack())
      #expect(stack.animators.map { $0 is Fade } == [true, true])
      app.step(try app.router(of: "home").push(.first, presentation: presentation))
      stack.swipeBack()
      #expect(stack.animators.map { $0 is Fade } == [true, true, true, false])
    }

    @Test("an app's own values are mapped where the stage is made") func mapping() throws {
      let window = UIWindow()
      let stage = UIKitStage(window: window) { value -> UIKitPresentation? in
        value as? String == "whole" ? .fullScreen : nil
      }
      let app = try StagedApp(on: stage) { _ in UIViewController() }
      app.step(try app.router(of: "home").present(.sheet, presentation: "whole"))
      #expect(window.rootViewController?.presentedViewController?.modalPresentationStyle == .fullScreen)
    }
  }
#endif
