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
        case "first", "inner": HostController()
        default: UIViewController()
        }
      }
    }

    private func stack(of name: String) throws -> UINavigationController {
      try #require((app.views[name] as? UIViewController)?.parent as? UINavigationController)
    }

    @Test("a push is on the stack of its root, a modal on the window; each step is over when its animation is")
    func opening() throws {
      StandIn.animationsAreHeld = true
      defer { StandIn.animationsAreHeld = false }
      for step in [{ try self.app.push(.first, on: "home") }, { try self.app.present(.sheet, on: "first") }] {
        try step()
        note(app.path)
        StandIn.finishAnimations()
        look()
      }
      #expect(seen == ["home", "home/first: [home first]", "home/first", "home/first/sheet: [home first] / [sheet]"])
      #expect(app.errors.isEmpty)
    }

    @Test(
      "a modal of a tab stays with the pages on it, is hidden while another tab is selected, and comes back with its tab"
    )
    func modalOfATab() throws {
      for tab in [Route.first, .page] { try app.tab(tab, on: "home") }
      try app.present(.sheet, on: "first")
      look()
      let sheet = try stack(of: "sheet")
      try app.push(.inner, on: "sheet")
      look()
      app.back()
      app.step(try app.router(of: "first").select(.page))
      look()
      app.step(try app.router(of: "page").select(.first))
      look()
      #expect(modal === sheet)
      app.back()
      look()
      #expect(
        seen == [
          "home/first/sheet: [home{*[first] [page]}] / [sheet]",
          "home/first/sheet/inner: [home{*[first] [page]}] / [sheet inner]", "home/page: [home{[first] *[page]}]",
          "home/first/sheet: [home{*[first] [page]}] / [sheet]", "home/first: [home{*[first] [page]}]",
        ])
    }

    @Test(
      "a sheet that is swiped away takes its pages with it and nothing below; if its presenter refuses, it comes back")
    func sheetSwipedAway() throws {
      try app.push(.first, on: "home")
      try app.present(.sheet, on: "first")
      try app.push(.page, on: "sheet")
      app.presenters["sheet"]?.staysOpen = true
      try stack(of: "sheet").swipeAway()
      look()
      app.presenters["sheet"]?.staysOpen = false
      try stack(of: "sheet").swipeBack(to: 0)
      look()
      try app.push(.page, on: "sheet")
      try stack(of: "sheet").swipeAway()
      look()
      #expect(
        seen == [
          "home/first/sheet/page: [home first] / [sheet page]", "home/first/sheet: [home first] / [sheet]",
          "home/first: [home first]",
        ])
      #expect(app.leaks().isEmpty)
    }

    @Test("a sheet that is swiped away while a page is pushed on it takes that page with it") func swipedWhilePushing()
      throws
    {
      try app.present(.sheet, on: "home")
      let sheet = try stack(of: "sheet")
      StandIn.animationsAreHeld = true
      defer { StandIn.animationsAreHeld = false }
      try app.push(.page, on: "sheet")
      sheet.swipeAway()
      StandIn.finishAnimations()
      look()
      StandIn.animationsAreHeld = false
      try app.push(.first, on: "home")
      look()
      #expect(seen == ["home: [home]", "home/first: [home first]"])
    }

    @Test("a modal is presented by the modal below it, also in a restored tree, and can be closed alone")
    func modalOfAModal() throws {
      try app.present(.sheet, on: "home")
      try app.present(.inner, on: "sheet")
      look()
      let window = UIWindow.onScreen
      let again = try StagedApp(on: UIKitStage(window: window)) { _ in UIViewController() }
      again.step(again.navigator.restore(app.navigator.tree.value))
      #expect(again.path == "home/sheet/inner")
      #expect(window.rootViewController?.presentedViewController?.presentedViewController != nil)
      try stack(of: "inner").swipeAway()
      look()
      #expect(seen == ["home/sheet/inner: [home] / [sheet] / [inner]", "home/sheet: [home] / [sheet]"])
    }

    @Test("modals that are restored before the window is visible are presented when it is") func hidden() async throws {
      try app.present(.sheet, on: "home")
      try app.present(.inner, on: "sheet")
      let window = UIWindow(), again = try StagedApp(on: UIKitStage(window: window)) { _ in UIViewController() }
      again.step(again.navigator.restore(app.navigator.tree.value))
      #expect(again.path == "home/sheet/inner")
      #expect(window.rootViewController?.presentedViewController == nil)
      try again.push(.page, on: "inner")
      window.windowScene = UIApplication.shared.connectedScenes.lazy.compactMap { $0 as? UIWindowScene }.first
      window.isHidden = false
      await StandIn.rest()
      let inner = window.rootViewController?.presentedViewController?.presentedViewController
      #expect((inner as? UINavigationController)?.viewControllers.count == 2)
      #expect(StandIn.complaints == [])
    }

    @Test("a modal waits for what other code is presenting, and comes below it") func otherCode() async throws {
      let alert = UIAlertController(title: "Other", message: "code", preferredStyle: .alert)
      StandIn.animationsAreHeld = true
      window.rootViewController?.present(alert, animated: true)
      try app.present(.sheet, on: "home")
      look()
      StandIn.animationsAreHeld = false
      await StandIn.rest()
      look()
      #expect(seen == ["home: [home] / Other: code", "home/sheet: [home] / [sheet] / Other: code"])
    }

    @Test(
      "a modal that replaces another follows its dismissal; a new root dismisses all modals; the end empties the window"
    )
    func replacing() throws {
      try app.present(.sheet, on: "home")
      app.step(try app.router(of: "sheet").replace(.page))
      look()
      let old = window.rootViewController
      app.step(app.navigator.router.setRoot(.first))
      look()
      #expect(old?.presentedViewController == nil)
      try app.present(.sheet, on: "first")
      app.navigator.closeAll()
      look()
      #expect(seen == ["home/page: [home] / [page]", "first: [first]", ": "])
    }

    @Test(
      "a swipe back closes the pages that it leaves; if a presenter refuses or the swipe is cancelled, they come back")
    func swipeBack() throws {
      try app.push(.first, on: "home")
      try app.push(.page, on: "first")
      let home = try stack(of: "home")
      app.presenters["page"]?.staysOpen = true
      home.swipeBack()
      look()
      app.presenters["page"]?.staysOpen = false
      home.beginSwipeBack()
      #expect(app.path == "home/first/page")
      home.endSwipeBack(cancelled: true)
      look()
      home.swipeBack(to: 0)
      look()
      let open = "home/first/page: [home first page]"
      #expect(seen == [open, open, "home: [home]"])
      #expect(app.leaks().isEmpty)
    }

    @Test("a step during a swipe is shown after the swipe; a page that was swiped away closes, with the pages on it")
    func stepDuringASwipe() throws {
      for isCancelled in [true, false] {
        if app.path == "home" { try app.push(.first, on: "home") }
        let home = try stack(of: "home")
        home.beginSwipeBack()
        try app.present(.sheet, on: "first")
        #expect(modal == nil)
        home.endSwipeBack(cancelled: isCancelled)
        look()
        if isCancelled { app.back() }
      }
      #expect(seen == ["home/first/sheet: [home first] / [sheet]", "home: [home]"])
    }

    @Test(
      "a tap on a tab selects it, and each tab keeps its pages; a tap on the selected tab goes back to its first page")
    func tabs() throws {
      for tab in [Route.first, .page] { try app.tab(tab, on: "home") }
      let host = try #require(app.views["home"] as? UITabBarController)
      try app.push(.inner, on: "first")
      host.tap(1)
      look()
      try app.push(.sheet, on: "page")
      look()
      try stack(of: "page").swipeBack(to: 0)
      look()
      for _ in 0..<2 {
        host.tap(0)
        look()
      }
      #expect(
        seen == [
          "home/page: [home{[first inner] *[page]}]", "home/page/sheet: [home{[first inner] *[page sheet]}]",
          "home/page: [home{[first inner] *[page]}]", "home/first/inner: [home{*[first inner] [page]}]",
          "home/first: [home{*[first] [page]}]",
        ])
      // A tab bar controller shows no bar of the stack around it.
      #expect(try stack(of: "home").isNavigationBarHidden)
    }

    @Test("an embedded module is a child of its host, and is removed with it") func embedding() throws {
      try app.push(.first, on: "home")
      app.step(try app.router(of: "first").embed(.part))
      let host = try #require(app.views["first"] as? HostController)
      let part = try #require(app.views["part"] as? UIViewController)
      #expect(part.parent === host)
      #expect(host.place.arrangedSubviews.first === part.view)
      app.step(try app.router(of: "part").back())
      #expect(part.parent == nil)
      #expect(host.children.isEmpty)
      #expect(part.view.superview == nil)
    }

    @Test("an embedded module shows the modules that it embeds") func nestedEmbedding() throws {
      try app.push(.first, on: "home")
      app.step(try app.router(of: "first").embed(.inner))
      app.step(try app.router(of: "inner").embed(.part))
      let host = try #require(app.views["inner"] as? HostController)
      let part = try #require(app.views["part"] as? UIViewController)
      #expect(host.parent === app.views["first"])
      #expect(part.parent === host)
      #expect(host.place.arrangedSubviews == [part.view])
      app.step(try app.router(of: "part").back())
      #expect(part.parent == nil)
      #expect(host.children.isEmpty)
      #expect(app.errors.isEmpty)
    }

    @Test("a view that cannot show its module is refused by name") func unfit() throws {
      app.step(try app.router(of: "home").embed(.part))
      try app.push(.page, on: "home")
      try app.tab(.first, on: "page")
      look()
      let blind = try StagedApp(on: UIKitStage(window: UIWindow())) { _ in UIView() }
      let parts = [
        "home embeds 'part', so its view has to be an EmbeddingViewController",
        "page has 'first' as a tab, so its view has to be a UITabBarController",
        "home has no view controller; give its Assembly one",
      ]
      let texts = (app.errors + blind.errors).map { "\($0)" }
      #expect(texts.count == 3, "\(texts)")
      #expect(zip(texts, parts).allSatisfy { $0.contains($1) }, "\(texts)")
      #expect(seen == ["home/page: [home page]"])
    }
  }
#endif
