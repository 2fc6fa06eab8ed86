import Foundation
import Signals
import Testing
import VIPER
import VIPERTesting

// What the stages of the article do where the user and the navigator both move.

@MainActor final class Stubborn: Presenter {
  var staysOpen = false
  func shouldGoBack() -> Bool { !staysOpen }
}

extension Route<Void, Never> {
  static var home: Self { Route("home") }
  static var first: Self { Route("first") }
  static var sheet: Self { Route("sheet", style: .modal) }
  static var inner: Self { Route("inner", style: .modal) }
  static var page: Self { Route("page") }
}

/// A transition of UIKit's that takes until the test says so.
@MainActor final class SlowTransition: UIViewControllerTransitionCoordinator {
  private struct Context: UIViewControllerTransitionCoordinatorContext {}
  private var completion: ((any UIViewControllerTransitionCoordinatorContext) -> Void)?

  func animate(
    alongsideTransition animation: ((any UIViewControllerTransitionCoordinatorContext) -> Void)?,
    completion: ((any UIViewControllerTransitionCoordinatorContext) -> Void)?
  ) -> Bool {
    self.completion = completion
    return true
  }

  func end() { completion?(Context()) }
}

/// An app on a stage: a home, two tabs of it if it is asked to, and screens that can refuse to be left.
@MainActor final class Staged {
  private(set) var presenters: [String: Stubborn] = [:]
  private(set) var views: [String: AnyObject] = [:]
  private var routers: [String: Router<Never>] = [:]
  private(set) var navigator: Navigator?

  init(on stage: any Stage, view: @escaping @MainActor (String) -> AnyObject) throws {
    let routes: [Route<Void, Never>] = [.home, .first, .sheet, .inner, .page]
    let modules = routes.map { route in
      Module(route, opens: .first, .sheet, .inner, .page) { [weak self] router, _ in
        let presenter = Stubborn(), view = view(route.name)
        self?.presenters[route.name] = presenter
        self?.views[route.name] = view
        self?.routers[route.name] = router
        return Assembly(view: view, presenter: presenter)
      }
    }
    navigator = try Navigator(stage: stage, environment: .fixed(on: VirtualTimeScheduler()), modules: modules)
    navigator?.router.setRoot(.home).start()
  }

  func router(of name: String) throws -> Router<Never> { try #require(routers[name]) }
  var path: [String] { navigator?.tree.value.path.map { $0.destination.route } ?? [] }
}

@Suite @MainActor struct UIKitStageTests {
  private let window = UIWindow()
  private let app: Staged

  init() throws {
    app = try Staged(on: UIKitStage(window: window)) { name in
      name == "home" ? UITabBarController() : UIViewController()
    }
  }

  private func stack(of name: String) throws -> UINavigationController {
    try #require((app.views[name] as? UIViewController)?.parent as? UINavigationController)
  }

  @Test func aModalThatATabOpensStays() throws {
    try app.router(of: "home").tab(.first).start()
    try app.router(of: "first").present(.sheet).start()
    #expect(app.path == ["home", "first", "sheet"])
    // The outermost presents it, not the stack of the tab.
    #expect(window.rootViewController?.presentedViewController === (try stack(of: "sheet")))
    try app.router(of: "sheet").push(.page).start()
    #expect(window.rootViewController?.presentedViewController === (try stack(of: "sheet")))
    app.navigator?.userBack().start()
    app.navigator?.userBack().start()
    #expect(app.path == ["home", "first"] && window.rootViewController?.presentedViewController == nil)
  }

  @Test func aSheetThatIsSwipedAwayTakesItsScreensWithIt() throws {
    try app.router(of: "home").present(.sheet).start()
    try app.router(of: "sheet").push(.page).start()
    try stack(of: "sheet").swipeAway()
    #expect(app.path == ["home"] && window.rootViewController?.presentedViewController == nil)
  }

  @Test func aSheetComesBackWhereItsPresenterRefuses() throws {
    try app.router(of: "home").present(.sheet).start()
    try app.router(of: "sheet").push(.page).start()
    app.presenters["sheet"]?.staysOpen = true
    let sheet = try stack(of: "sheet")
    sheet.swipeAway()
    #expect(app.path == ["home", "sheet", "page"])
    #expect(window.rootViewController?.presentedViewController === sheet && sheet.viewControllers.count == 2)
    // It can be swiped away again, too.
    app.presenters["sheet"]?.staysOpen = false
    sheet.swipeAway()
    #expect(app.path == ["home"] && window.rootViewController?.presentedViewController == nil)
  }

  @Test func aModalOfAModalIsPresentedByItAndGoesAlone() throws {
    try app.router(of: "home").present(.sheet).start()
    try app.router(of: "sheet").present(.inner).start()
    #expect((try stack(of: "sheet")).presentedViewController === (try stack(of: "inner")))
    try stack(of: "inner").swipeAway()
    #expect(app.path == ["home", "sheet"])
    #expect(window.rootViewController?.presentedViewController === (try stack(of: "sheet")))
  }

  @Test func modalsAreShownFromTheOutsideIn() throws {
    try app.router(of: "home").present(.sheet).start()
    try app.router(of: "sheet").present(.inner).start()
    let tree = try #require(app.navigator?.tree.value), window = UIWindow()
    let again = try Staged(on: UIKitStage(window: window)) { _ in UIViewController() }
    again.navigator?.restore(tree).start()
    #expect(again.path == ["home", "sheet", "inner"])
    #expect(window.rootViewController?.presentedViewController?.presentedViewController != nil)
  }

  @Test func aSwipeBackClosesWhatItLeaves() throws {
    try app.router(of: "home").push(.first).start()
    try app.router(of: "first").push(.page).start()
    try stack(of: "home").swipeBack(to: 0)
    #expect(app.path == ["home"])
  }

  @Test func aSheetThatIsSwipedAwayWhileAScreenIsPushedOnItTakesThatToo() throws {
    try app.router(of: "home").present(.sheet).start()
    let sheet = try stack(of: "sheet"), transition = SlowTransition()
    sheet.transitionCoordinator = transition
    try app.router(of: "sheet").push(.page).start()
    #expect(app.path == ["home", "sheet"])
    sheet.swipeAway()
    sheet.transitionCoordinator = nil
    transition.end()
    #expect(app.path == ["home"] && window.rootViewController?.presentedViewController == nil)
    try app.router(of: "home").push(.first).start()
    #expect(app.path == ["home", "first"])
  }

  @Test func aSheetTakesNothingBelowItWithIt() throws {
    try app.router(of: "home").push(.first).start()
    try app.router(of: "first").present(.sheet).start()
    try app.router(of: "sheet").push(.page).start()
    try stack(of: "sheet").swipeBack(to: 0)
    try stack(of: "sheet").swipeAway()
    #expect(app.path == ["home", "first"])
  }

  /// The home with two tabs, `first` and `page`.
  private func tabs() throws -> UITabBarController {
    try app.router(of: "home").tab(.first).start()
    try app.router(of: "home").tab(.page).start()
    return try #require(app.views["home"] as? UITabBarController)
  }

  @Test func aTapOnATabSelectsIt() throws {
    let host = try tabs()
    try app.router(of: "first").push(.inner).start()
    host.tap(1)
    #expect(host.selectedIndex == 1 && app.path == ["home", "page"])
    // What opens there is seen, and what closes is what the user left.
    try app.router(of: "page").push(.sheet).start()
    #expect(host.selectedIndex == 1 && app.path == ["home", "page", "sheet"])
    try stack(of: "page").swipeBack(to: 0)
    #expect(app.path == ["home", "page"])
    #expect(try stack(of: "first").viewControllers.count == 2)
    host.tap(0)
    #expect(host.selectedIndex == 0 && app.path == ["home", "first", "inner"])
  }

  @Test func aTapOnTheTabThatIsShownGoesBackToItsFirstScreen() throws {
    let host = try tabs()
    try app.router(of: "first").push(.inner).start()
    host.tap(0)
    #expect(host.selectedIndex == 0 && app.path == ["home", "first"])
  }
}

@Suite @MainActor struct SwiftUIStageTests {
  private let stage = SwiftUIStage()
  private let app: Staged

  init() throws { app = try Staged(on: stage) { _ in Screen(Button("") {}) } }

  /// Has the bodies asked for, as SwiftUI does.
  private func draw() { if let root = stage.root { _ = StackView(base: root, stage: stage).body } }

  @Test func aSheetThatIsSwipedAwayTakesItsScreensWithIt() throws {
    try app.router(of: "home").present(.sheet).start()
    try app.router(of: "sheet").push(.page).start()
    draw()
    let swipe = try #require(Gestures.swipeSheetAway)
    swipe()
    #expect(app.path == ["home"])
    draw()
    #expect(Gestures.swipeSheetAway == nil)
  }

  @Test func aSheetIsDrawnAgainWhereItsPresenterRefuses() throws {
    try app.router(of: "home").present(.sheet).start()
    app.presenters["sheet"]?.staysOpen = true
    let drawsAgain = MutableProperty(false)
    try withObservationTracking {
      draw()
    } onChange: {
      drawsAgain.value = true
    }
    let swipe = try #require(Gestures.swipeSheetAway)
    swipe()
    #expect(app.path == ["home", "sheet"] && drawsAgain.value)
    draw()
    #expect(Gestures.swipeSheetAway != nil)
  }

  @Test func aSwipeBackClosesOne() throws {
    try app.router(of: "home").push(.first).start()
    try app.router(of: "first").push(.page).start()
    draw()
    Gestures.swipeBack()
    #expect(app.path == ["home", "first"])
  }
}
