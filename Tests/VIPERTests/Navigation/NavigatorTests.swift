import Signals
import SignalsTesting
import Testing
import VIPER
import VIPERTesting

@MainActor @Suite struct NavigatorTests {
  private let app = TestApp()

  @Test func theStaticGraphHasTheRoutesThatEachModuleMayOpen() throws {
    let list = Route<Void, Never>("list"), add = Route<Void, Int>("add"), page = Route<Void, Never>("page")
    let routes = try Navigator([
      Module(page, opens: page) { _, _ in Assembly() }, Module(list, opens: page, add, add) { _, _ in Assembly() },
      Module(add) { _, _ in Assembly() },
    ]).routes
    #expect(routes.map(\.name) == ["add", "list", "page"])
    #expect(routes.map(\.opens) == [[], ["add", "page"], ["page"]])
  }

  @Test func theInputIsThereBeforeTheTransition() throws {
    let built = MutableProperty<[String]>([])
    let navigator = try app.makeNavigator([
      Module(Route<Int, Never>("page")) { [stage = app.stage] _, page in
        built.modify { $0.append("\(page), when \(stage.kinds.count) were shown") }
        return Assembly()
      }
    ])
    navigator.router.setRoot(Route<Int, Never>("page"), with: 7).start()
    #expect(built.value == ["7, when 0 were shown"])
    #expect(app.stage.kinds == [.root])
  }

  @Test func aRetainedPresenterAndItsPartsAreLeaks() throws {
    let (navigator, home) = try app.home()
    home.push(.details, with: "a").start()
    let presenter = app.layers("details#2").first { $0.role == "presenter" }?.part.object
    navigator.userBack().start()
    let parts = ["interactor Interactor", "presenter NotingPresenter<Int>", "router Router<Int>"]
    #expect(navigator.leaks().map(\.part).sorted() == parts)
    withExtendedLifetime(presenter) {}
  }

  @Test func aVerbDoesNothingUntilItIsObservedAndEachTimeItIs() throws {
    let (navigator, home) = try app.home()
    let opening = home.push(.details, with: "a"), link = navigator.open("/plain")
    var paths = [navigator.address]
    for _ in 0..<2 {
      opening.start()
      paths.append(navigator.address)
      navigator.userBack().start()
    }
    link.start()
    #expect(paths + [navigator.address] == ["home#1", "home#1/details#2", "home#1/details#3", "plain#4"])
  }

  @Test func aRouteWithoutAModuleIsAnErrorWithTheNearest() throws {
    let (navigator, home) = try app.home()
    let detials = Route<String, Int>("detials"), unknown = RouteError.unknown("detials", nearest: "details")
    let failures = [home, navigator.router].flatMap { router in
      Verb.allCases.map { Recorder(router.open(detials, with: "a", by: $0)).failure }
        + [router.back(to: detials), router.select(detials, with: "a"), router.open("/detials;value=a")]
        .map { Recorder($0).failure }
    }
    #expect(failures == Array(repeating: unknown, count: 18))
    // A name that cannot be meant is cut.
    let long = String(repeating: "details", count: 100), push = navigator.router.push(Route<Void, Never>(long))
    #expect(Recorder(push).failure == .unknown(String(long.prefix(80)), nearest: nil))
  }

  @Test func duplicatesAndUnknownRoutesAreRefusedAtTheStart() {
    let plain = Module(.plain) { _, _ in Assembly() }, home = Module(.home, opens: .details) { _, _ in Assembly() }
    let detail = Module(Route<Void, Never>("detail")) { _, _ in Assembly() }
    #expect(throws: RouteError.duplicate("plain")) { try Navigator([plain, plain]) }
    #expect(throws: RouteError.unknown("details", nearest: "detail")) { try Navigator([home, detail]) }
  }

  @Test func disposingARootAReplacementOrThePushThatItReplacedLeavesItOpen() throws {
    let (navigator, home) = try app.home()
    let push = home.push(.details, with: "a").start()
    try app.details().replace(.other, with: "b").start().dispose()
    push.dispose()
    var paths = [navigator.address]
    navigator.router.setRoot(.form).start().dispose()
    paths.append(navigator.address)
    // Also while the transition is shown.
    app.slowDown()
    for opening in [navigator.router.setRoot(.plain), navigator.router.replace(.plain)] { opening.start().dispose() }
    app.time.advance(by: .seconds(9))
    #expect(paths + [navigator.address] == ["home#1/other#3", "form#4", "plain#5"])
  }

  enum AppVerb: CaseIterable, Sendable { case replace, back, link, select }

  @Test(arguments: AppVerb.allCases) func aVerbOfTheAppStartsFromTheScreenVisibleAtItsTurn(verb: AppVerb) throws {
    let navigator = try app.makeNavigatorWithTabs(), router = navigator.router
    app.slowDown()
    // `details` is on its way to be covered.
    try app.details().push(.other, with: "x").start()
    let (asking, onDetails, result) =
      switch verb {
      case .replace: (router.replace(.plain).map { _ in }, "\n    plain#5 (push) *", "waiting")
      case .back: (router.back(to: .details), " *", "done")
      case .link: (router.open("/form"), "\n    other#4 (push) \"x\"\n      form#5 (modal) *", "done")
      case .select: (router.select(.details, with: "a"), "\n    other#4 (push) \"x\" *", "done")
      }
    let outcome = Recorder(asking)
    app.time.advance(by: .seconds(9))
    #expect(
      "\(outcome.outcome)\n\(navigator.tree.value)" == """
        \(result)
        tabs#1 *
          details#2 (tab) "a"\(onDetails)
          other#3 (tab) "b"
        """)
  }

  @Test func selectOfTheAppUsesTheTabsOfTheScreenVisibleAtItsTurn() throws {
    let navigator = try app.open("/home")
    app.slowDown()
    navigator.router.setRoot(.tabs).start()
    navigator.router.tab(.details, with: "a").start()
    // On `tabs`, although one of its tabs is visible, because the module itself adds the tab.
    let selecting = Recorder(navigator.router.select(.details, with: "a"))
    app.time.advance(by: .seconds(9))
    #expect(selecting.outcome == "done")
    #expect(navigator.tree.value.description == "tabs#2 *\n  details#3 (tab) \"a\" *")
  }

  @Test func withNothingOpenTheAppsRouterOpensTheRootOrSaysThatThereIsNothing() throws {
    let navigator = try app.makeNavigator(), router = navigator.router
    let outcomes = [router.back(to: .home), router.select(.home)].map { Recorder($0).outcome }
    #expect(outcomes == ["nothingBelow", "closed(home)"])
    #expect(Recorder(router.back()).outcome == "nothingBelow")
    #expect(!Command(back: router).isEnabled.value)
    router.replace(.home).start()
    let replaced = navigator.address
    navigator.closeAll()
    router.open("/home").start()
    #expect([replaced, navigator.address] == ["home#1", "home#2"])
  }

  @Test func theAppsBagAliveEndsWithTheNavigator() throws {
    let end = Disposable()
    try app.open("/home").router.alive.add(end)
    app.navigator?.closeAll()
    let hasEnded = end.isDisposed
    app.navigator = nil
    #expect(!hasEnded)
    #expect(end.isDisposed)
  }
}
