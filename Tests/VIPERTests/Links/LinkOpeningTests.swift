import Signals
import SignalsTesting
import Testing
import VIPER
import VIPERTesting

/// Links as they are followed: what stays, what closes, what is asked.
@MainActor @Suite struct LinkOpeningTests {
  private let app = TestApp()

  private func path(_ navigator: Navigator) -> [String] { navigator.tree.value.path.map(\.name) }

  @Test func openingALinkSharesWhatIsOpen() throws {
    let navigator = try app.makeNavigator()
    navigator.open("/home/details;value=a").start()
    _ = app.takeLog()
    navigator.open("/home/details;value=b").start()
    #expect(app.takeLog().contains("details#3 loaded"))
    #expect(path(navigator) == ["home#1", "details#3"])
    navigator.open("/home").start()
    #expect(path(navigator) == ["home#1"])
  }

  @Test func aModuleThatDoesNotWantToBeLeftStops() throws {
    let navigator = try app.makeNavigator()
    navigator.open("/home/details;value=a").start()
    app.refusesBack = ["details#2"]
    let before = navigator.tree.value
    for link in ["/home", "/home/form", "/plain"] {
      #expect(Recorder(navigator.open(link)).failure == .refused("details does not want to be left now"))
    }
    #expect(navigator.tree.value == before)
    #expect(Recorder(navigator.open("/home/details;value=a/form")).isCompleted)
  }

  @Test func whatIsNotShownIsAskedTooBeforeItCloses() throws {
    let navigator = try app.makeNavigatorWithTabs()
    app.refusesBack = ["other#3"]
    #expect(Recorder(navigator.open("/plain")).failure == .refused("other does not want to be left now"))
    #expect(path(navigator) == ["tabs#1", "details#2"])
  }

  @Test func aLinkWaitsForItsTurnBeforeItDecidesWhatIsShared() throws {
    let navigator = try app.makeNavigator()
    navigator.open("/home").start()
    app.stage.answer = .after(.seconds(1), app.time)
    app.presenter("home#1", as: Never.self)?.router.push(.details, with: "a").start()
    let link = Recorder(navigator.open("/home/other;value=b"))
    app.time.advance(by: .seconds(10))
    #expect(link.isCompleted)
    #expect(path(navigator) == ["home#1", "other#3"])
  }

  @Test func aLinkToAnotherTabSelectsItAndKeepsTheFirst() throws {
    let navigator = try app.makeNavigatorWithTabs()
    navigator.open("/tabs/details;value=a/details;value=c").start()
    #expect(path(navigator) == ["tabs#1", "details#2", "details#4"])
    #expect(Recorder(navigator.open("/tabs/other;value=b")).values.count == 1)
    #expect(path(navigator) == ["tabs#1", "other#3"])
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

  @Test func whatCoversTheTabsClosesForALinkToOne() throws {
    let navigator = try app.makeNavigator()
    navigator.open("/tabs").start()
    let tabs = try #require(app.presenter("tabs#1", as: Never.self)).router
    tabs.tab(.details, with: "a").start()
    tabs.push(.other, with: "x").start()
    #expect(path(navigator) == ["tabs#1", "other#3"])
    navigator.open("/tabs/details;value=a").start()
    #expect(path(navigator) == ["tabs#1", "details#2"])
  }

  @Test func aLinkThroughWhatIsEmbeddedKeepsIt() throws {
    let part = Route<Void, Never>("part", style: .embedded)
    let built = MutableProperty(0)
    let navigator = try app.makeNavigator([
      Module(part, opens: .details, .other, fromAnywhere: true) { _, _ in
        built.modify { $0 += 1 }
        return Assembly()
      }
    ])
    navigator.open("/home/part/details;value=a").start()
    let before = navigator.tree.value
    #expect(before.description == "home#1\n  part#2 (embedded)\n  details#3 (push) \"a\" *")
    #expect(Recorder(navigator.open("/home/part/details;value=a")).isCompleted)
    #expect(navigator.tree.value == before)
    #expect(Recorder(navigator.open("/home/part/other;value=b")).isCompleted)
    #expect(navigator.tree.value.description == "home#1\n  part#2 (embedded)\n  other#4 (push) \"b\" *")
    #expect(Recorder(navigator.open("/home/part")).isCompleted)
    #expect(navigator.tree.value.description == "home#1 *\n  part#2 (embedded) *")
    #expect(built.value == 1)
  }

  @Test func aTabThatItsHostOpensItselfIsJoinedAndSelected() throws {
    let host = Route<Void, Never>("host")
    let navigator = try app.makeNavigator([
      Module(host, opens: .details, .other, fromAnywhere: true) { router, _ in
        router.tab(.details, with: "a").start().stored(in: router.alive)
        router.tab(.other, with: "b").start().stored(in: router.alive)
        return Assembly()
      }
    ])
    #expect(Recorder(navigator.open("/host/other;value=b/details?value=c")).isCompleted)
    #expect(
      navigator.tree.value.description == """
        host#1 *
          details#2 (tab) "a"
          other#3 (tab) "b"
            details#4 (push) "c" *
        """)
  }

  @Test func aLinkInsideOpensOnTop() throws {
    let navigator = try app.makeNavigator()
    navigator.open("/home").start()
    let home = try #require(app.presenter("home#1", as: Never.self)).router
    #expect(Recorder(home.open("/details;value=a/other?value=b")).values.count == 1)
    #expect(path(navigator) == ["home#1", "details#2", "other#3"])
    #expect(Recorder(home.open("/form")).failure == .covered("home", by: "details"))
  }

  @Test func aLinkInsideIsHeldToWhatIsDeclared() throws {
    let navigator = try app.makeNavigator()
    navigator.open("/home/form").start()
    let form = try #require(app.presenter("form#2", as: String.self)).router
    #expect(Recorder(form.open("/details;value=a")).failure == .undeclared(from: "form", to: "details"))
    #expect(Recorder(navigator.router.open("/details;value=a")).isCompleted)
    let details = try #require(app.presenter("details#3", as: Int.self)).router
    #expect(Recorder(details.open("/form/other;value=a")).failure == .undeclared(from: "form", to: "other"))
    #expect(path(navigator) == ["home#1", "form#2", "details#3"])
  }

  @Test func aLinkOfAModuleThatHasClosedIsAnErrorThatNamesItAndNoGuardIsAsked() throws {
    let asked = MutableProperty(0)
    app.guards["form"] = Guard { _, _ in
      asked.modify { $0 += 1 }
      return .proceed
    }
    let navigator = try app.makeNavigator()
    navigator.open("/home/details;value=a").start()
    let details = try #require(app.presenter("details#2", as: Int.self)).router
    navigator.userBack().start()
    #expect(Recorder(details.open("/form")).failure == .closed("details#2"))
    #expect(asked.value == 0)
  }

  @Test func disposingALinkOpensNoMore() throws {
    let navigator = try app.makeNavigator()
    app.stage.answer = .after(.seconds(1), app.time)
    let link = navigator.open("/home/details;value=a/other?value=b").start()
    app.time.advance(by: .milliseconds(1500))
    link.dispose()
    app.time.advance(by: .seconds(10))
    #expect(path(navigator) == ["home#1", "details#2"])
  }

  @Test func whatAGuardLeadsAwayFromIsNotBuiltUpon() throws {
    let form = Route<Void, String>.form.destination
    app.guards["details"] = Guard { _, _ in .redirect(to: form) }
    let navigator = try app.makeNavigator()
    let link = Recorder(navigator.open("/home/details;value=a/other?value=b"))
    #expect(link.failure == .refused("a guard leads from 'details' to 'form', so 'other' is not opened"))
    #expect(path(navigator) == ["home#1", "form#2"])
  }

  @Test func aStepThatCannotBeShownEndsTheLink() throws {
    let navigator = try app.makeNavigator()
    navigator.open("/home").start()
    app.stage.answer = .failing(.invalid("no room"))
    #expect(Recorder(navigator.open("/home/details;value=a/other?value=b")).failure == .invalid("no room"))
    #expect(path(navigator) == ["home#1"])
    #expect(navigator.leaks() == [])
  }

  @Test func aLinkThatLosesWhatItOpensOnNamesIt() throws {
    let navigator = try app.makeNavigator()
    app.stage.answer = .after(.seconds(1), app.time)
    let first = Recorder(navigator.open("/home/details;value=a/other;value=b/details?value=c"))
    app.time.advance(by: .milliseconds(2500))
    let second = Recorder(navigator.open("/home/form"))
    app.time.advance(by: .seconds(20))
    #expect(first.failure == .closed("other#3"))
    #expect(second.isCompleted)
    #expect(path(navigator) == ["home#1", "form#4"])
  }

  @Test(arguments: ["/home/form", "/home/other;value=b/form"])
  func whatAGuardRefusesLeavesEverythingAsItIs(link: String) throws {
    app.guards["form"] = Guard { _, _ in .refuse("members only") }
    let navigator = try app.makeNavigator()
    navigator.open("/home/details;value=a").start()
    let before = navigator.tree.value
    #expect(Recorder(navigator.open(link)).failure == .refused("members only"))
    #expect(navigator.tree.value == before)
  }

  @Test func aGuardThatLeadsToWhatIsOpenShowsIt() throws {
    app.guards["form"] = Guard { _, _ in .redirect(to: Route.home.destination) }
    let navigator = try app.makeNavigator()
    navigator.open("/home/details;value=a").start()
    #expect(Recorder(navigator.open("/form")).isCompleted)
    #expect(path(navigator) == ["home#1"])
  }

  @Test func eachGuardIsAskedOnce() throws {
    let asked = MutableProperty<[String]>([])
    for route in ["home", "other", "form"] {
      app.guards[route] = Guard { destination, _ in
        asked.modify { $0.append(destination.route) }
        return .proceed
      }
    }
    let navigator = try app.makeNavigator()
    navigator.open("/home/details;value=a").start()
    asked.value = []
    #expect(Recorder(navigator.open("/home/other;value=b/form")).isCompleted)
    #expect(asked.value == ["other", "form"])
  }

  @Test func aLinkThatIsDisposedInTheQueueOpensNothing() throws {
    let navigator = try app.makeNavigator()
    navigator.open("/home").start()
    app.stage.answer = .after(.seconds(1), app.time)
    app.presenter("home#1", as: Never.self)?.router.push(.details, with: "a").start()
    let link = navigator.open("/plain").start()
    link.dispose()
    app.time.advance(by: .seconds(10))
    #expect(path(navigator) == ["home#1", "details#2"])
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
    // Declared once, open from anywhere.
    #expect(Recorder(navigator.open("/home/form/help/form")).isCompleted)
    #expect(path(navigator) == ["home#1", "form#3", "help#4", "form#5"])
    let form = try #require(app.presenter("form#5", as: String.self)).router
    form.push(help).start()
    #expect(path(navigator).last == "help#6")
  }

  @Test func whatIsOpenAlreadyStaysWhateverIsDeclared() throws {
    let navigator = try app.makeNavigator()
    navigator.open("/home").start()
    navigator.router.push(.tabs).start()
    #expect(Recorder(navigator.open("/home/tabs/details;value=a")).isCompleted)
    #expect(path(navigator) == ["home#1", "tabs#2", "details#3"])
  }
}
