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
    let navigator = try app.open(
      "/home/details;value=a",
      [
        Module(.login, opens: .other) { _, _ in Assembly() },
        Module(Route<Void, Never>("help"), fromAnywhere: true) { _, _ in Assembly() },
      ])
    _ = app.takeLog()
    return navigator
  }

  /// Opens a link from the root, or on the visible screen.
  private func open(_ link: String, isInside: Bool, _ navigator: Navigator) -> [String] {
    let link = Recorder(isInside ? navigator.router.open(link) : navigator.open(link))
    return [link.outcome, navigator.address]
  }

  private nonisolated static let aRootBehindSomethingIsRefusedAndLeavesEverythingAsItIsRows: [(String, Bool)] = [
    ("/home/login", false), ("/home/details;value=a/login", false), ("/home/login/other;value=b", false),
    ("/plain/login", false), ("/login", true), ("/other;value=b/login", true),
  ]

  @Test(arguments: aRootBehindSomethingIsRefusedAndLeavesEverythingAsItIsRows)
  func aRootBehindSomethingIsRefusedAndLeavesEverythingAsItIs(link: String, isInside: Bool) throws {
    let refusal = """
      invalid('login' opens as the root, so it cannot open on another screen; put it first in the link of the whole app, or \
      open it with `setRoot`)
      """
    #expect(open(link, isInside: isInside, try makeNavigator()) == [refusal, "home#1/details#2"])
    #expect(app.log == [])
  }

  @Test func aLinkMayBeginWithARootAndShareAnOpenScreenHoweverItOpened() throws {
    let navigator = try makeNavigator()
    var outcomes = open("/login/other;value=b", isInside: false, navigator)
    navigator.closeAll()
    outcomes += open("/login/other;value=b", isInside: true, navigator)
    #expect(outcomes == ["done", "login#3/other#4", "done", "login#5/other#6"])
    let shared = try makeNavigator()
    shared.router.push(.login).start()
    #expect(
      shared.following("/home/details;value=a/login/other;value=b") == "done: home#1/details#2/login#3/other#4")
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
    #expect(navigator.routesOfPath == ["hall", "login"])
  }

  private nonisolated static let aGuardThatRedirectsToARootAsksTheScreensThatWouldCloseRows: [(String, Bool)] = [
    ("/home/form", false), ("/home/details;value=a/form", false), ("/home/details;value=a/form/help", false),
    ("/form", false), ("/form", true),
  ]

  @Test(arguments: aGuardThatRedirectsToARootAsksTheScreensThatWouldCloseRows)
  func aGuardThatRedirectsToARootAsksTheScreensThatWouldClose(link: String, isInside: Bool) throws {
    app.guards["form"] = Guard { _, _ in .redirect(to: Route.login.destination) }
    let navigator = try makeNavigator()
    app.refusesBack = ["home#1"]
    #expect(
      open(link, isInside: isInside, navigator) == ["refused('home' refuses to close now)", "home#1/details#2"])
    #expect(app.log == [])
    app.refusesBack = []
    let leads = "refused(a guard redirects 'form' to 'login', so 'help' is not opened)"
    #expect(open(link, isInside: isInside, navigator) == [link.hasSuffix("help") ? leads : "done", "login#3"])
  }
}
