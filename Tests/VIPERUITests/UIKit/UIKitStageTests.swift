#if STAND_INS
  import Signals
  import Testing
  import UIKit
  import VIPER
  import VIPERUI

  /// A page that embeds modules.
  final class HostController: UIViewController, EmbeddingViewController {
    let place = UIStackView()
    var embeddingView: UIView { place }
    override func loadView() {
      super.loadView()
      view.addSubview(place)
    }
  }

  @Suite(.serialized) @MainActor final class UIKitStageTests: WindowTests {
    init() throws {
      try super.init { name in
        switch name {
        case "home": UITabBarController()
        case "first": HostController()
        default: UIViewController()
        }
      }
    }

    private func stack(of name: String) throws -> UINavigationController {
      try #require((app.views[name] as? UIViewController)?.parent as? UINavigationController)
    }

    private func push(_ routes: Route<Void, Never>...) throws {
      for route in routes { app.step(try app.router(of: try #require(app.path.last)).push(route)) }
    }

    @Test("a push is on the stack of its root, a modal on the window") func opening() throws {
      try push(.first, .page)
      app.step(try app.router(of: "page").present(.sheet))
      #expect(try stack(of: "home").viewControllers.count == 3)
      #expect(try modal === stack(of: "sheet"))
      #expect(StandIn.complaints.isEmpty && app.errors.isEmpty)
    }

    @Test("a modal that a tab opens stays when a page is pushed on it") func modalOfATab() throws {
      app.step(try app.router(of: "home").tab(.first))
      app.step(try app.router(of: "first").present(.sheet))
      #expect(app.path == ["home", "first", "sheet"])
      let sheet = try stack(of: "sheet")
      #expect(modal === sheet)
      app.step(try app.router(of: "sheet").push(.page))
      #expect(modal === sheet && sheet.viewControllers.count == 2)
      app.step(app.navigator.userBack())
      app.step(app.navigator.userBack())
      #expect(app.path == ["home", "first"] && modal == nil && StandIn.complaints.isEmpty)
    }

    @Test("a modal of a tab is hidden while another tab is selected, and comes back with its tab")
    func modalOfAHiddenTab() throws {
      app.step(try app.router(of: "home").tab(.first))
      app.step(try app.router(of: "home").tab(.page))
      app.step(try app.router(of: "first").present(.sheet))
      app.step(try app.router(of: "first").select(.page))
      #expect(app.path == ["home", "page"] && modal == nil)
      app.step(try app.router(of: "page").select(.first))
      #expect(app.path == ["home", "first", "sheet"])
      #expect(try modal === stack(of: "sheet") && StandIn.complaints.isEmpty)
    }

    @Test("a sheet that is swiped away takes its pages with it; if its presenter refuses, it comes back")
    func sheetSwipedAway() throws {
      app.step(try app.router(of: "home").present(.sheet))
      app.step(try app.router(of: "sheet").push(.page))
      app.presenters["sheet"]?.staysOpen = true
      try stack(of: "sheet").swipeAway()
      #expect(app.path == ["home", "sheet", "page"])
      #expect(try modal === stack(of: "sheet") && stack(of: "sheet").viewControllers.count == 2)
      app.presenters["sheet"]?.staysOpen = false
      try stack(of: "sheet").swipeAway()
      #expect(app.path == ["home"] && modal == nil)
      app.forgetParts()
      #expect(app.navigator.leaks().isEmpty)
    }

    @Test("a modal that a modal opens is presented by it, and can be closed alone") func modalOfAModal() throws {
      app.step(try app.router(of: "home").present(.sheet))
      app.step(try app.router(of: "sheet").present(.inner))
      let sheet = try stack(of: "sheet")
      #expect(try sheet.presentedViewController === stack(of: "inner"))
      try stack(of: "inner").swipeAway()
      #expect(app.path == ["home", "sheet"] && modal === sheet)
    }

    @Test("a restored tree is presented from the outside in: each modal after the modal below it") func restoring()
      throws
    {
      app.step(try app.router(of: "home").present(.sheet))
      app.step(try app.router(of: "sheet").present(.inner))
      let window = UIWindow()
      let again = try StagedApp(on: UIKitStage(window: window)) { _ in UIViewController() }
      StandIn.animationsAreHeld = true
      defer { StandIn.animationsAreHeld = false }
      again.step(again.navigator.restore(app.navigator.tree.value))
      StandIn.finishAnimations()
      #expect(again.path == ["home", "sheet", "inner"] && StandIn.complaints.isEmpty)
      #expect(window.rootViewController?.presentedViewController?.presentedViewController != nil)
    }

    @Test("a modal that replaces another is presented after the other has been dismissed") func replacingAModal() throws
    {
      app.step(try app.router(of: "home").present(.sheet))
      let router = try app.router(of: "sheet")
      app.step(router.replace(.page))
      #expect(app.path == ["home", "page"])
      #expect(try modal === stack(of: "page") && StandIn.complaints.isEmpty)
    }

    @Test("a new root takes the modals of the old one with it, and closing everything empties the window")
    func newRoot() throws {
      app.step(try app.router(of: "home").present(.sheet))
      let old = window.rootViewController
      app.step(app.navigator.router.setRoot(.page))
      #expect(app.path == ["page"] && old?.presentedViewController == nil)
      #expect(try window.rootViewController === stack(of: "page"))
      app.step(try app.router(of: "page").present(.sheet))
      app.navigator.closeAll()
      #expect(window.rootViewController == nil)
    }

    @Test("a step is over when its animation is") func animation() throws {
      StandIn.animationsAreHeld = true
      defer { StandIn.animationsAreHeld = false }
      try push(.first)
      #expect(app.path == ["home"])
      StandIn.finishAnimations()
      #expect(app.path == ["home", "first"])
      app.step(try app.router(of: "first").present(.sheet))
      #expect(app.path == ["home", "first"])
      StandIn.finishAnimations()
      #expect(app.path == ["home", "first", "sheet"])
    }

    @Test("a swipe back closes the pages that it leaves; if a presenter refuses, they come back")
    func swipeBack() throws {
      try push(.first, .page)
      let home = try stack(of: "home")
      app.presenters["page"]?.staysOpen = true
      home.swipeBack()
      #expect(app.path == ["home", "first", "page"] && home.viewControllers.count == 3)
      app.presenters["page"]?.staysOpen = false
      home.swipeBack(to: 0)
      #expect(app.path == ["home"])
      app.forgetParts()
      #expect(app.navigator.leaks().isEmpty)
    }

    @Test("an interactive swipe that is cancelled closes nothing") func cancelledSwipe() throws {
      try push(.first)
      let home = try stack(of: "home")
      home.beginSwipeBack()
      #expect(app.path == ["home", "first"])
      home.endSwipeBack(cancelled: true)
      #expect(app.path == ["home", "first"] && home.viewControllers.count == 2)
    }

    @Test("a step during a swipe is shown after the swipe has ended", arguments: [true, false])
    func stepDuringASwipe(_ isCancelled: Bool) throws {
      try push(.first)
      let home = try stack(of: "home")
      home.beginSwipeBack()
      app.step(try app.router(of: "first").present(.sheet))
      #expect(modal == nil && StandIn.complaints.isEmpty)
      home.endSwipeBack(cancelled: isCancelled)
      // A page that was swiped away closes, with the pages that opened on it.
      #expect(app.path == (isCancelled ? ["home", "first", "sheet"] : ["home"]))
      #expect(home.viewControllers.count == (isCancelled ? 2 : 1) && (modal == nil) != isCancelled)
      #expect(StandIn.complaints.isEmpty)
    }

    @Test("a sheet that is swiped away while a page is pushed on it takes that page with it")
    func swipedAwayWhilePushing()
      throws
    {
      app.step(try app.router(of: "home").present(.sheet))
      let sheet = try stack(of: "sheet")
      StandIn.animationsAreHeld = true
      defer { StandIn.animationsAreHeld = false }
      app.step(try app.router(of: "sheet").push(.page))
      #expect(app.path == ["home", "sheet"])
      sheet.swipeAway()
      StandIn.finishAnimations()
      #expect(app.path == ["home"] && modal == nil)
      StandIn.animationsAreHeld = false
      try push(.first)
      #expect(app.path == ["home", "first"])
    }

    @Test("a swipe on a sheet closes nothing below it") func swipeOnASheet() throws {
      try push(.first)
      app.step(try app.router(of: "first").present(.sheet))
      app.step(try app.router(of: "sheet").push(.page))
      try stack(of: "sheet").swipeBack(to: 0)
      try stack(of: "sheet").swipeAway()
      #expect(app.path == ["home", "first"])
    }

    @Test("a tap on a tab selects it, and each tab keeps its pages") func tabs() throws {
      app.step(try app.router(of: "home").tab(.first))
      app.step(try app.router(of: "home").tab(.page))
      let host = try #require(app.views["home"] as? UITabBarController)
      app.step(try app.router(of: "first").push(.inner))
      host.tap(1)
      #expect(host.selectedIndex == 1 && app.path == ["home", "page"])
      app.step(try app.router(of: "page").push(.sheet))
      #expect(host.selectedIndex == 1 && app.path == ["home", "page", "sheet"])
      try stack(of: "page").swipeBack(to: 0)
      #expect(app.path == ["home", "page"])
      #expect(try stack(of: "first").viewControllers.count == 2)
      host.tap(0)
      #expect(host.selectedIndex == 0 && app.path == ["home", "first", "inner"])
      // The selected tab goes back to its first page.
      host.tap(0)
      #expect(host.selectedIndex == 0 && app.path == ["home", "first"])
      // A tab bar controller shows no bar of the stack around it.
      #expect(try stack(of: "home").isNavigationBarHidden)
    }

    @Test("an embedded module is a child of its host, and is removed with it") func embedding() throws {
      try push(.first)
      app.step(try app.router(of: "first").embed(.part))
      let host = try #require(app.views["first"] as? HostController)
      let part = try #require(app.views["part"] as? UIViewController)
      #expect(part.parent === host && host.place.arrangedSubviews.first === part.view)
      let router = try app.router(of: "part")
      app.step(router.back.apply().mapError { _ in RouteError.nothingBelow })
      #expect(part.parent == nil && host.children.isEmpty && part.view.superview == nil)
    }

    @Test("a view that cannot show its module is refused by name") func unfit() throws {
      app.step(try app.router(of: "home").embed(.part))
      try push(.page)
      app.step(try app.router(of: "page").tab(.first))
      #expect(app.path == ["home", "page"] && app.errors.count == 2)
      let texts = app.errors.map { "\($0)" }
      #expect(texts[0].contains("home embeds 'part', so its view has to be an EmbeddingViewController"), "\(texts)")
      #expect(texts[1].contains("page has 'first' as a tab, so its view has to be a UITabBarController"), "\(texts)")
      let blind = try StagedApp(on: UIKitStage(window: UIWindow())) { _ in UIView() }
      #expect("\(blind.errors)".contains("home has no view controller; give its Assembly one"))
    }
  }
#endif
