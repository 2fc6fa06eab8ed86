import Signals
import SignalsTesting
import Testing
import VIPER
import VIPERTesting

@MainActor @Suite struct NavigatorTests {
  private let app = TestApp()

  private func home() throws -> (Navigator, Router<Never>) { (try app.open("/home"), try app.router("home#1")) }

  @Test func theOrderOfAPushAndOfGoingBack() throws {
    let (navigator, home) = try home()
    #expect(app.takeLog() == ["home#1 loaded", "home#1 gains"])
    let result = Recorder(home.push(.details, with: "a"))
    #expect(app.takeLog() == ["details#2 loaded", "home#1 focused ended", "home#1 loses", "details#2 gains"])
    #expect(navigator.routesOfPath == ["home", "details"])
    app.presenter("details#2", as: Int.self)?.router.back.execute()
    #expect(
      app.takeLog() == [
        "details#2 focused ended", "details#2 loses", "home#1 gains", "details#2 unloaded", "details#2 alive ended",
      ])
    #expect(result.events == [.completed])
    #expect(app.stage.kinds == [.root, .push, .back])
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

  @Test func finishGivesOneValueAfterEverythingIsFreed() throws {
    let (navigator, home) = try home()
    let alive = MutableProperty<[String]>([])
    let observed = MutableProperty<[String]>([])
    home.present(.form).observe { [app] event in
      MainActor.assumeIsolated {
        observed.modify { $0.append("\(event)") }
        if app.presenter("form#2", as: String.self) != nil { alive.modify { $0.append("presenter") } }
        alive.modify { $0 += navigator.leaks().map(\.description) }
      }
    }
    // The only reference to the module on the stack is its command.
    let finish = app.presenter("form#2", as: String.self)?.router.finish
    finish?.execute("done")
    #expect(observed.value.count == 2)
    #expect(observed.value.first?.contains("done") == true)
    #expect(alive.value == [])
  }

  @Test func aRetainedPresenterAndItsPartsAreLeaks() throws {
    let (navigator, home) = try home()
    home.push(.details, with: "a").start()
    let presenter = try #require(app.presenter("details#2", as: Int.self))
    presenter.router.back.execute()
    let parts = ["interactor Interactor", "presenter NotingPresenter<Int>", "router Router<Int>"]
    #expect(navigator.leaks().map(\.part).sorted() == parts)
    withExtendedLifetime(presenter) {}
  }

  @Test func aVerbDoesNothingUntilItIsObservedAndEachTimeItIs() throws {
    let (navigator, home) = try home()
    let opening = home.push(.details, with: "a"), link = navigator.open("/plain")
    #expect(navigator.tree.value.path.count == 1)
    for id in 2...3 {
      opening.start()
      #expect(navigator.path == ["home#1", "details#\(id)"])
      navigator.userBack().start()
    }
    link.start()
    #expect(navigator.path == ["plain#4"])
  }

  @Test func aPushOnACoveredOrClosedModuleIsAnError() throws {
    let (_, home) = try home()
    home.push(.details, with: "a").start()
    let covered = Recorder(home.push(.other, with: "b"))
    #expect(covered.failure == .covered("home", by: "details"))
    let details = try app.router("details#2", Int.self)
    details.back.execute()
    #expect(Recorder(details.push(.other, with: "b")).failure == .closed("details#2"))
  }

  @Test func anUndeclaredRouteIsAnError() throws {
    let (_, home) = try home()
    #expect(Recorder(home.push(.tabs)).failure == .undeclared(from: "home", to: "tabs"))
  }

  @Test func aRouteWithoutAModuleIsAnErrorWithTheNearest() throws {
    let (navigator, home) = try home()
    let detials = Route<String, Int>("detials"), unknown = RouteError.unknown("detials", nearest: "details")
    for router in [home, navigator.router] {
      let opening = [
        router.push(detials, with: "a"), router.present(detials, with: "a"), router.replace(detials, with: "a"),
        router.setRoot(detials, with: "a"), router.tab(detials, with: "a"), router.embed(detials, with: "a"),
      ]
      for verb in opening { #expect(Recorder(verb).failure == unknown) }
      for verb in [router.back(to: detials), router.select(detials, with: "a"), router.open("/detials;value=a")] {
        #expect(Recorder(verb).failure == unknown)
      }
    }
    #expect(unknown.description == "there is no module for 'detials'; did you mean 'details'?")
  }

  @Test func aNameThatCannotBeMeantIsCut() throws {
    let (navigator, _) = try home()
    let long = String(repeating: "details", count: 100)
    let error = RouteError.unknown(String(long.prefix(80)), nearest: nil)
    #expect(Recorder(navigator.router.push(Route<Void, Never>(long))).failure == error)
    #expect(Recorder(navigator.open("/" + long)).failure == error)
  }

  @Test func duplicatesAndUnknownRoutesAreRefusedAtTheStart() {
    let stage = RecordingStage()
    #expect(throws: RouteError.duplicate("plain")) {
      let plain = Module(.plain) { _, _ in Assembly() }
      _ = try Navigator(stage: stage, environment: .fixed(on: app.time), modules: [plain, plain])
    }
    #expect(throws: RouteError.unknown("details", nearest: "detail")) {
      _ = try Navigator(
        stage: stage, environment: .fixed(on: app.time),
        modules: [
          Module(.home, opens: .details) { _, _ in Assembly() },
          Module(Route<Void, Never>("detail")) { _, _ in Assembly() },
        ])
    }
  }

  @Test func disposingARootOrAReplacementLeavesItOpen() throws {
    let (navigator, home) = try home()
    home.push(.details, with: "a").start()
    let details = try #require(app.presenter("details#2", as: Int.self))
    details.router.replace(.other, with: "b").start().dispose()
    #expect(navigator.path == ["home#1", "other#3"])
    navigator.router.setRoot(.form).start().dispose()
    #expect(navigator.path == ["form#4"])
    // Also while the transition is shown.
    app.stage.answer = .after(.seconds(1), app.time)
    for opening in [navigator.router.setRoot(.plain), navigator.router.replace(.plain)] { opening.start().dispose() }
    app.time.advance(by: .seconds(9))
    #expect(navigator.path == ["plain#5"])
  }

  @Test func aReplacementOutlivesThePushItReplaced() throws {
    let (navigator, home) = try home()
    let push = home.push(.details, with: "a").start()
    app.presenter("details#2", as: Int.self)?.router.replace(.other, with: "b").start()
    push.dispose()
    #expect(navigator.path == ["home#1", "other#3"])
  }

  @Test func disposingOneOfTwoWaitersKeepsTheModuleForTheOther() throws {
    let (navigator, home) = try home()
    let first = home.present(.form).start()
    let second = Recorder(home.present(.form))
    withExtendedLifetime(second) {
      first.dispose()
      #expect(navigator.tree.value.path.count == 2)
    }
  }

  @Test func resultsArriveFromEveryOpener() throws {
    let (navigator, home) = try home()
    let results = Recorder(home.results(of: .form))
    navigator.open("/home/form").start()
    app.presenter("form#2", as: String.self)?.router.finish.execute("a")
    home.present(.form).start()
    app.presenter("form#3", as: String.self)?.router.finish.execute("b")
    #expect(results.values == ["a", "b"])
  }

  @Test func replaceHandsOverTheWaiters() throws {
    let (navigator, home) = try home()
    let waiting = Recorder(home.push(.details, with: "a"))
    app.presenter("details#2", as: Int.self)?.router.replace(.other, with: "b").start()
    #expect(navigator.routesOfPath == ["home", "other"])
    #expect(waiting.events.isEmpty)
    #expect(app.presenter("details#2", as: Int.self) == nil)
    app.presenter("other#3", as: Int.self)?.router.finish.execute(7)
    #expect(waiting.values == [7])
    #expect(navigator.leaks() == [])
  }

  @Test func aRootDeliversItsResultAndStays() throws {
    let navigator = try app.makeNavigator()
    let result = Recorder(navigator.router.setRoot(.form))
    let form = try app.router("form#1", String.self)
    #expect(!form.back.isEnabled.value)
    form.finish.execute("x")
    #expect(result.values == ["x"])
    #expect(navigator.tree.value.path.count == 1)
  }

  @Test func theUsersWayBackAsks() throws {
    let (navigator, home) = try home()
    #expect(Recorder(navigator.userBack()).failure == .nothingBelow)
    home.push(.details, with: "a").start()
    app.refusesBack = ["details#2"]
    #expect(Recorder(navigator.userBack()).failure == .refused("'details' refuses to close now"))
    #expect(
      Recorder(navigator.userBack(alreadyShown: true)).failure == .refused("'details' refuses to close now"))
    #expect(app.stage.transitions.last?.after == navigator.tree.value)
    app.refusesBack = []
    let shown = app.stage.transitions.count
    navigator.userBack(alreadyShown: true).start()
    #expect(navigator.tree.value.path.count == 1)
    #expect(app.stage.transitions.count == shown)
  }

  @Test func aClosedModuleCannotSetARoot() throws {
    let navigator = try app.open("/home/details;value=a")
    let details = try app.router("details#2", Int.self)
    details.back.execute()
    #expect(Recorder(details.setRoot(.other, with: "b")).failure == .closed("details#2"))
    #expect(navigator.path == ["home#1"])
  }
}
