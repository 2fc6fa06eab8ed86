import Signals
import SignalsTesting
import Testing
import VIPER
import VIPERTesting

/// Opening links: the screens that stay, those that close, and the guards and presenters that are asked.
@MainActor @Suite struct LinkOpeningTests {
  private let app = TestApp()

  @Test func openScreensStayEvenIfUndeclaredAndTheOthersClose() throws {
    let navigator = try app.open("/home/details;value=a")
    let links = ["/home/details;value=b", "/home"].map(navigator.following)
    navigator.router.push(.tabs).start()
    #expect(
      links + [navigator.following("/home/tabs/details;value=a")] == [
        "done: home#1/details#3", "done: home#1", "done: home#1/tabs#4/details#5",
      ])
  }

  @Test func aModuleThatRefusesToCloseStopsALinkAlsoIfItIsHidden() throws {
    let navigator = try app.open("/home/details;value=a")
    app.refusesBack = ["details#2"]
    let refused = "refused('details' refuses to close now): home#1/details#2"
    #expect(
      ["/home", "/home/form", "/plain", "/home/details;value=a/form"].map(navigator.following) == [
        refused, refused, refused, "done: home#1/details#2/form#3",
      ])
    let other = TestApp(), tabs = try other.makeNavigatorWithTabs()
    other.refusesBack = ["other#3"]
    #expect(tabs.following("/plain") == "refused('other' refuses to close now): tabs#1/details#2")
  }

  @Test func aLinkDecidesAtItsTurnWhichScreensAreSharedAndOpensNoMoreOnceDisposed() throws {
    let (hold, input) = Signal<Void, RouteError>.pipe()
    app.guards["form"] = Guard { _, _ in .hold(until: hold) }
    let (navigator, home) = try app.home()
    app.slowDown()
    home.push(.details, with: "a").start()
    let link = Recorder(navigator.open("/home/other;value=b"))
    app.time.advance(by: .seconds(10))
    #expect([link.outcome, navigator.address] == ["done", "home#1/other#3"])
    let disposed = navigator.open("/home/other;value=b/details;value=a/form").start()
    app.time.advance(by: .milliseconds(1500))
    disposed.dispose()
    input.send(())
    app.time.advance(by: .seconds(10))
    #expect(navigator.address == "home#1/other#3/details#4")
  }

  private final class Asking: Presenter {
    private let ask: () -> Void
    init(_ ask: @escaping () -> Void) { self.ask = ask }
    func shouldGoBack() -> Bool {
      ask()
      return true
    }
  }

  @Test func aLinkThatIsDisposedByAPresenterThatItAsksClosesNothing() throws {
    let (stop, input) = Signal<Void, Never>.pipe(), asking = Route<Void, Never>("asking")
    let navigator = try app.open(
      "/home/asking",
      [Module(asking, fromAnywhere: true) { _, _ in Assembly(presenter: Asking { input.send(()) }) }])
    let link = Recorder(navigator.open("/home/form").prefix(until: stop))
    #expect([link.outcome, navigator.address] == ["end", "home#1/asking#2"])
  }

  @Test func aLinkToAnotherTabSelectsItAndKeepsTheFirst() throws {
    let navigator = try app.makeNavigatorWithTabs()
    let links = [
      "/details;value=a/details;value=c", "/other;value=b", "/other;value=b/details;value=d", "/details;value=a",
    ]
    #expect(
      links.map { navigator.following("/tabs" + $0) } == [
        "done: tabs#1/details#2/details#4", "done: tabs#1/other#3", "done: tabs#1/other#3/details#5",
        "done: tabs#1/details#2",
      ])
    // The screens of the other tabs stay; those that cover all tabs close.
    try app.router("tabs#1").push(.other, with: "x").start()
    #expect(navigator.address == "tabs#1/other#6")
    navigator.open("/tabs/details;value=a").start()
    #expect(
      navigator.tree.value.description == """
        tabs#1 *
          details#2 (tab) "a" *
          other#3 (tab) "b"
            details#5 (push) "d"
        """)
  }

  @Test func aLinkThroughAnEmbeddedModuleKeepsIt() throws {
    let part = Route<Void, Never>("part", style: .embedded)
    let navigator = try app.makeNavigator([
      Module(part, opens: .details, .other, fromAnywhere: true) { _, _ in Assembly() }
    ])
    let trees = ["/details;value=a", "/details;value=a", "/other;value=b", ""].map { link in
      "\(Recorder(navigator.open("/home/part" + link)).outcome)\n\(navigator.tree.value)"
    }
    let details = """
      done
      home#1
        part#2 (embedded)
        details#3 (push) "a" *
      """
    let other = details.replacing("details#3 (push) \"a\"", with: "other#4 (push) \"b\"")
    #expect(trees == [details, details, other, "done\nhome#1 *\n  part#2 (embedded) *"])
  }

  @Test func aLinkInsideOpensOnTopAndNeedsDeclaredRoutes() throws {
    let (navigator, home) = try app.home()
    #expect(Recorder(home.open("/details;value=a/other?value=b")).outcome == "done")
    #expect(Recorder(home.open("/form")).outcome == "covered(home, by: details)")
    let details = Recorder(try app.other(3).open("/form/details;value=a")),
      form = Recorder(try app.other(3).open("/form"))
    #expect(
      [details.outcome, form.outcome, Recorder(try app.form(4).open("/details;value=a")).outcome] == [
        "undeclared(from: form, to: details)", "done", "undeclared(from: form, to: details)",
      ])
    // The app opens the first on the visible screen, whatever that declares.
    let links = ["/tabs/details;value=a/plain", "/details;value=a/other;value=b", "/tabs"]
    #expect(
      links.map { Recorder(navigator.router.open($0)).outcome } == [
        "undeclared(from: details, to: plain)", "done", "done",
      ])
    #expect(navigator.address == "home#1/details#2/other#3/form#4/details#5/other#6/tabs#7")
  }

  @Test func aGuardThatRedirectsLeadsToThatScreenAndNothingOpensOnIt() throws {
    let form = Route<Void, String>.form.destination
    app.guards["details"] = Guard { _, _ in .redirect(to: form) }
    #expect(
      try app.makeNavigator().following("/home/details;value=a/other?value=b")
        == "refused(a guard redirects 'details' to 'form', so 'other' is not opened): home#1/form#2")
    app.guards = ["form": Guard { _, _ in .redirect(to: Route.home.destination) }]
    // That screen may be open.
    #expect(try app.open("/home/details;value=a").following("/form") == "done: home#1")
  }

  @Test func aLinkFollowsTheWaysThatModulesDeclareAndAsksEachGuardOnce() throws {
    let help = Route<Void, Never>("help")
    for route in ["home", "form"] { app.noteGuard(of: route) }
    let navigator = try app.open(
      "/home/details;value=a", [Module(help, opens: .form, fromAnywhere: true) { _, _ in Assembly() }])
    _ = app.takeLog()
    #expect(
      ["/home/form/plain", "/home/tabs"].map(navigator.following) == [
        "undeclared(from: form, to: plain): home#1/details#2", "undeclared(from: home, to: tabs): home#1/details#2",
      ])
    #expect(app.log == [])
    // A module with `fromAnywhere` needs no declaration.
    app.asked.value = []
    #expect(navigator.following("/home/form/help/form") == "done: home#1/form#3/help#4/form#5")
    #expect(app.asked.value == ["form", "form"])
    try app.form(5).push(help).start()
    #expect(navigator.path.last == "help#6")
  }

  @Test func aLinkThatWaitedWithNothingOpenOpensOnTheScreenVisibleThen() throws {
    let (signedIn, signIn) = Signal<Void, RouteError>.pipe()
    app.guards["details"] = Guard { _, _ in .hold(until: signedIn) }
    let navigator = try app.makeNavigator(), link = Recorder(navigator.router.open("/details;value=a"))
    navigator.router.setRoot(.plain).start()
    signIn.send(())
    #expect([link.outcome, navigator.address] == ["done", "plain#1/details#2"])
  }
}
