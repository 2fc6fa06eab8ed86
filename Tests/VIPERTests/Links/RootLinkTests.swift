import Signals
import SignalsTesting
import Testing
import VIPER

extension Route<Void, Never> { fileprivate static var login: Self { Route("login", style: .root) } }

/// Links to modules that open as a root. Modules close for one only if their presenters agree.
@MainActor @Suite struct RootLinkTests {
  private let app = TestApp()

  /// `home#1` with `details#2`.
  private func makeNavigator() throws -> Navigator {
    let navigator = try app.makeNavigator([
      Module(.login, opens: .other) { _, _ in Assembly() },
      Module(Route<Void, Never>("help"), fromAnywhere: true) { _, _ in Assembly() },
    ])
    navigator.open("/home/details;value=a").start()
    _ = app.takeLog()
    return navigator
  }

  private let refusal = RouteError.invalid(
    """
    'login' opens as the root, so it cannot open on another screen; put it first in the link of the whole app, or open it \
    with `setRoot`
    """)

  /// Opens a link from the root, or on the visible screen.
  private func open(_ link: String, isInside: Bool, _ navigator: Navigator) -> Recorder<Void, RouteError> {
    Recorder(isInside ? navigator.router.open(link) : navigator.open(link))
  }

  @Test(arguments: [
    ("/home/login", false), ("/home/details;value=a/login", false), ("/home/login/other;value=b", false),
    ("/plain/login", false), ("/login", true), ("/other;value=b/login", true),
  ]) func aRootBehindSomethingIsRefusedAndLeavesEverythingAsItIs(link: String, isInside: Bool) throws {
    let navigator = try makeNavigator()
    #expect(open(link, isInside: isInside, navigator).failure == refusal)
    #expect(navigator.path == ["home#1", "details#2"] && app.log == [])
  }

  @Test func aLinkMayBeginWithARoot() throws {
    let navigator = try makeNavigator()
    #expect(Recorder(navigator.open("/login/other;value=b")).isCompleted)
    #expect(navigator.path == ["login#3", "other#4"])
    navigator.closeAll()
    #expect(Recorder(navigator.router.open("/login/other;value=b")).isCompleted)
    #expect(navigator.path == ["login#5", "other#6"])
  }

  private final class Host: Presenter {
    private let router: Router<Never>
    init(_ router: Router<Never>) { self.router = router }
    func loaded() { router.tab(.login).start() }
  }

  @Test(arguments: [true, false]) func aRootThatIsOneOfTheTabsIsSelected(isOpen: Bool) throws {
    let navigator = try app.makeNavigator([
      Module(.login) { _, _ in Assembly() },
      Module(Route<Void, Never>("hall"), opens: .login) { router, _ in Assembly(presenter: Host(router)) },
    ])
    if isOpen { navigator.open("/hall").start() }
    #expect(Recorder(navigator.open("/hall/login")).isCompleted)
    #expect(navigator.path.map { $0.prefix { $0 != "#" } } == ["hall", "login"])
  }

  @Test func openScreensAreSharedHoweverTheyOpened() throws {
    let navigator = try makeNavigator()
    navigator.router.push(.login).start()
    #expect(Recorder(navigator.open("/home/details;value=a/login/other;value=b")).isCompleted)
    #expect(navigator.path == ["home#1", "details#2", "login#3", "other#4"])
  }

  @Test(arguments: [
    ("/home/form", false), ("/home/details;value=a/form", false), ("/home/details;value=a/form/help", false),
    ("/form", false), ("/form", true),
  ]) func aGuardThatRedirectsToARootAsksTheScreensThatWouldClose(link: String, isInside: Bool) throws {
    app.guards["form"] = Guard { _, _ in .redirect(to: Route.login.destination) }
    let navigator = try makeNavigator()
    app.refusesBack = ["home#1"]
    #expect(open(link, isInside: isInside, navigator).failure == .refused("'home' refuses to close now"))
    #expect(navigator.path == ["home#1", "details#2"] && app.log == [])
    app.refusesBack = []
    let leads = RouteError.refused("a guard redirects 'form' to 'login', so 'help' is not opened")
    #expect(open(link, isInside: isInside, navigator).failure == (link.hasSuffix("help") ? leads : nil))
    #expect(navigator.path == ["login#3"])
  }
}
