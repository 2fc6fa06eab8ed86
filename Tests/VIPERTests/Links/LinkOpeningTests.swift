import Signals
import SignalsTesting
import Testing
import VIPER
import VIPERTesting

/// Opening links: the screens that stay, those that close, and the guards and presenters that are asked.
@MainActor @Suite struct LinkOpeningTests {
  private let app = TestApp()

  @Test func openingALinkSharesOpenScreens() throws {
    let navigator = try app.open("/home/details;value=a")
    navigator.open("/home/details;value=b").start()
    #expect(navigator.path == ["home#1", "details#3"])
    navigator.open("/home").start()
    #expect(navigator.path == ["home#1"])
  }

  @Test func aModuleThatRefusesToCloseStopsALink() throws {
    let navigator = try app.open("/home/details;value=a")
    app.refusesBack = ["details#2"]
    let before = navigator.tree.value
    for link in ["/home", "/home/form", "/plain"] {
      #expect(Recorder(navigator.open(link)).failure == .refused("'details' refuses to close now"))
    }
    #expect(navigator.tree.value == before)
    #expect(Recorder(navigator.open("/home/details;value=a/form")).isCompleted)
  }

  @Test func hiddenScreensAreAskedBeforeTheyClose() throws {
    let navigator = try app.makeNavigatorWithTabs()
    app.refusesBack = ["other#3"]
    #expect(Recorder(navigator.open("/plain")).failure == .refused("'other' refuses to close now"))
    #expect(navigator.path == ["tabs#1", "details#2"])
  }

  @Test func aLinkDecidesAtItsTurnWhichScreensAreShared() throws {
    let navigator = try app.open("/home")
    app.stage.answer = .after(.seconds(1), app.time)
    app.presenter("home#1", as: Never.self)?.router.push(.details, with: "a").start()
    let link = Recorder(navigator.open("/home/other;value=b"))
    app.time.advance(by: .seconds(10))
    #expect(link.isCompleted && navigator.path == ["home#1", "other#3"])
  }

  @Test func aLinkToAnotherTabSelectsItAndKeepsTheFirst() throws {
    let navigator = try app.makeNavigatorWithTabs()
    navigator.open("/tabs/details;value=a/details;value=c").start()
    #expect(navigator.path == ["tabs#1", "details#2", "details#4"])
    let link = Recorder(navigator.open("/tabs/other;value=b"))
    #expect(link.values.count == 1 && navigator.path == ["tabs#1", "other#3"])
    navigator.open("/tabs/other;value=b/details;value=d").start()
    navigator.open("/tabs/details;value=a").start()
    #expect(
      navigator.tree.value.description == """
        tabs#1 *
          details#2 (tab) "a" *
          other#3 (tab) "b"
            details#5 (push) "d"
        """)
  }

  @Test func aScreenThatCoversTheTabsClosesForALinkToOne() throws {
    let navigator = try app.open("/tabs")
    let tabs = try app.router("tabs#1")
    tabs.tab(.details, with: "a").start()
    tabs.push(.other, with: "x").start()
    #expect(navigator.path == ["tabs#1", "other#3"])
    navigator.open("/tabs/details;value=a").start()
    #expect(navigator.path == ["tabs#1", "details#2"])
  }

  @Test func aLinkThroughAnEmbeddedModuleKeepsIt() throws {
    let part = Route<Void, Never>("part", style: .embedded)
    let built = MutableProperty(0)
    let navigator = try app.makeNavigator([
      Module(part, opens: .details, .other, fromAnywhere: true) { _, _ in
        built.modify { $0 += 1 }
        return Assembly()
      }
    ])
    for (link, top) in [
      ("/home/part/details;value=a", #"details#3 (push) "a""#),
      ("/home/part/details;value=a", #"details#3 (push) "a""#),
      ("/home/part/other;value=b", #"other#4 (push) "b""#),
    ] {
      #expect(Recorder(navigator.open(link)).isCompleted)
      #expect(navigator.tree.value.description == "home#1\n  part#2 (embedded)\n  \(top) *")
    }
    #expect(Recorder(navigator.open("/home/part")).isCompleted)
    #expect(navigator.tree.value.description == "home#1 *\n  part#2 (embedded) *")
    #expect(built.value == 1)
  }

  @Test func aLinkInsideOpensOnTop() throws {
    let (navigator, home) = try app.home()
    let link = Recorder(home.open("/details;value=a/other?value=b"))
    #expect(link.values.count == 1 && navigator.path == ["home#1", "details#2", "other#3"])
    #expect(Recorder(home.open("/form")).failure == .covered("home", by: "details"))
  }

  @Test func aLinkInsideNeedsDeclaredRoutes() throws {
    let navigator = try app.open("/home/form")
    let form = try app.router("form#2", String.self)
    #expect(Recorder(form.open("/details;value=a")).failure == .undeclared(from: "form", to: "details"))
    #expect(Recorder(navigator.router.open("/details;value=a")).isCompleted)
    let details = try app.router("details#3", Int.self)
    #expect(Recorder(details.open("/form/other;value=a")).failure == .undeclared(from: "form", to: "other"))
    #expect(navigator.path == ["home#1", "form#2", "details#3"])
  }

  @Test func disposingALinkOpensNoMore() throws {
    let navigator = try app.makeNavigator()
    app.stage.answer = .after(.seconds(1), app.time)
    let link = navigator.open("/home/details;value=a/other?value=b").start()
    app.time.advance(by: .milliseconds(1500))
    link.dispose()
    app.time.advance(by: .seconds(10))
    #expect(navigator.path == ["home#1", "details#2"])
  }

  @Test func nothingOpensOnAScreenThatAGuardRedirects() throws {
    let form = Route<Void, String>.form.destination
    app.guards["details"] = Guard { _, _ in .redirect(to: form) }
    let navigator = try app.makeNavigator()
    let link = Recorder(navigator.open("/home/details;value=a/other?value=b"))
    #expect(link.failure == .refused("a guard redirects 'details' to 'form', so 'other' is not opened"))
    #expect(navigator.path == ["home#1", "form#2"])
  }

  @Test func aGuardThatRedirectsToAnOpenScreenShowsIt() throws {
    app.guards["form"] = Guard { _, _ in .redirect(to: Route.home.destination) }
    let navigator = try app.open("/home/details;value=a")
    #expect(Recorder(navigator.open("/form")).isCompleted)
    #expect(navigator.path == ["home#1"])
  }

  @Test func eachGuardIsAskedOnce() throws {
    let asked = MutableProperty<[String]>([])
    for route in ["home", "other", "form"] {
      app.guards[route] = Guard { destination, _ in
        asked.modify { $0.append(destination.route) }
        return .proceed
      }
    }
    let navigator = try app.open("/home/details;value=a")
    asked.value = []
    #expect(Recorder(navigator.open("/home/other;value=b/form")).isCompleted)
    #expect(asked.value == ["other", "form"])
  }

  @Test func aLinkFollowsTheWaysThatModulesDeclare() throws {
    let help = Route<Void, Never>("help")
    let navigator = try app.makeNavigator([Module(help, opens: .form, fromAnywhere: true) { _, _ in Assembly() }])
    navigator.open("/home/details;value=a").start()
    let before = navigator.tree.value, undeclared = RouteError.undeclared(from: "form", to: "plain")
    _ = app.takeLog()
    #expect(Recorder(navigator.open("/home/form/plain")).failure == undeclared)
    #expect(Recorder(navigator.open("/home/tabs")).failure == .undeclared(from: "home", to: "tabs"))
    #expect(navigator.tree.value == before && app.log == [])
    // A module with `fromAnywhere` needs no declaration.
    #expect(Recorder(navigator.open("/home/form/help/form")).isCompleted)
    #expect(navigator.path == ["home#1", "form#3", "help#4", "form#5"])
    let form = try app.router("form#5", String.self)
    form.push(help).start()
    #expect(navigator.path.last == "help#6")
  }

  @Test func openScreensStayEvenIfUndeclared() throws {
    let navigator = try app.open("/home")
    navigator.router.push(.tabs).start()
    #expect(Recorder(navigator.open("/home/tabs/details;value=a")).isCompleted)
    #expect(navigator.path == ["home#1", "tabs#2", "details#3"])
  }
}
