import Signals
import SignalsTesting
import Testing
import VIPER
import VIPERTesting

@MainActor @Suite struct NavigatorTests {
  private let app = TestApp()

  @Test func theInputIsThereBeforeTheTransition() throws {
    let built = MutableProperty<[String]>([])
    let navigator = try app.makeNavigator([
      Module(Route<Int, Never>("page")) { [stage = app.stage] _, page in
        built.modify { $0.append("\(page), when \(stage.kinds.count) were shown") }
        return Assembly()
      }
    ])
    navigator.router.setRoot(Route<Int, Never>("page"), with: 7).start()
    #expect(built.value == ["7, when 0 were shown"] && app.stage.kinds == [.root])
  }

  @Test func aRetainedPresenterAndItsPartsAreLeaks() throws {
    let (navigator, home) = try app.home()
    home.push(.details, with: "a").start()
    let presenter = try #require(app.presenter("details#2", as: Int.self))
    presenter.router.back.execute()
    let parts = ["interactor Interactor", "presenter NotingPresenter<Int>", "router Router<Int>"]
    #expect(navigator.leaks().map(\.part).sorted() == parts)
    withExtendedLifetime(presenter) {}
  }

  @Test func aVerbDoesNothingUntilItIsObservedAndEachTimeItIs() throws {
    let (navigator, home) = try app.home()
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

  @Test func aRouteWithoutAModuleIsAnErrorWithTheNearest() throws {
    let (navigator, home) = try app.home()
    let detials = Route<String, Int>("detials"), unknown = RouteError.unknown("detials", nearest: "details")
    for router in [home, navigator.router] {
      let opening = [
        router.push(detials, with: "a"), router.present(detials, with: "a"), router.replace(detials, with: "a"),
        router.setRoot(detials, with: "a"), router.tab(detials, with: "a"), router.embed(detials, with: "a"),
      ]
      let others = [router.back(to: detials), router.select(detials, with: "a"), router.open("/detials;value=a")]
      let failures = opening.map { Recorder($0).failure } + others.map { Recorder($0).failure }
      #expect(failures == Array(repeating: unknown, count: 9))
    }
  }

  @Test func aNameThatCannotBeMeantIsCut() throws {
    let (navigator, _) = try app.home()
    let long = String(repeating: "details", count: 100)
    let push = Recorder(navigator.router.push(Route<Void, Never>(long)))
    #expect(push.failure == .unknown(String(long.prefix(80)), nearest: nil))
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
    let (navigator, home) = try app.home()
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
    let (navigator, home) = try app.home()
    let push = home.push(.details, with: "a").start()
    app.presenter("details#2", as: Int.self)?.router.replace(.other, with: "b").start()
    push.dispose()
    #expect(navigator.path == ["home#1", "other#3"])
  }

  @Test func disposingOneOfTwoWaitersKeepsTheModuleForTheOther() throws {
    let (navigator, home) = try app.home()
    let first = home.present(.form).start()
    let second = Recorder(home.present(.form))
    first.dispose()
    #expect(second.events.isEmpty && navigator.path == ["home#1", "form#2"])
  }

  @Test func resultsArriveFromEveryOpener() throws {
    let (navigator, home) = try app.home()
    let results = Recorder(home.results(of: .form))
    navigator.open("/home/form").start()
    app.presenter("form#2", as: String.self)?.router.finish.execute("a")
    home.present(.form).start()
    app.presenter("form#3", as: String.self)?.router.finish.execute("b")
    #expect(results.values == ["a", "b"])
  }
}
