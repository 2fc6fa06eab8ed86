import Signals
import SignalsTesting
import Testing
import VIPER
import VIPERTesting

/// Guards are asked in the same way for every kind of opening.
@MainActor @Suite struct GuardTests {
  /// The ways to open `details` on `home`, or in its place.
  enum Way: CaseIterable, Sendable {
    case push, present, replace, setRoot, tab, embed, linkInside, link, restoration

    /// The tree with a module of that route, without ids.
    func tree(_ route: String, _ input: String = "", styleInLinks: String = "push") -> String {
      let style =
        switch self {
        case .replace, .setRoot: ""
        case .push, .restoration: " (push)"
        case .present: " (modal)"
        case .tab: " (tab)"
        case .embed: " (embedded)"
        case .linkInside, .link: " (\(styleInLinks))"
        }
      return (style.isEmpty ? "" : "home / ") + route + style + input
    }
  }

  private let app = TestApp()

  /// Opens `details`, whose guard decides, and gives that opening's outcome.
  private func open(
    _ way: Way, _ decide: @escaping @MainActor @Sendable (Router<Never>) -> Guard.Decision
  ) throws -> Recorder<Void, RouteError> {
    app.guards["details"] = Guard { to, router in
      #expect(to.input(of: Route<String, Int>.details) == "a")
      return decide(router)
    }
    let (navigator, home) = try app.home()
    let opening =
      switch way {
      case .push: home.push(.details, with: "a").map { _ in }
      case .present: home.present(.details, with: "a").map { _ in }
      case .replace: home.replace(.details, with: "a").map { _ in }
      case .setRoot: home.setRoot(.details, with: "a").map { _ in }
      case .tab: home.tab(.details, with: "a").map { _ in }
      case .embed: home.embed(.details, with: "a").map { _ in }
      case .linkInside: home.open("/details;value=a")
      case .link: navigator.open("/home/details;value=a")
      case .restoration: navigator.restore(try TestApp.tree(of: "/home/details;value=a"))
      }
    return Recorder(opening)
  }

  /// The open modules, without ids.
  private var tree: String {
    let tree = app.navigator?.tree.value.description ?? ""
    return tree.replacing(/#\d+| \*/, with: "").replacing("\n  ", with: " / ")
  }

  /// The reason why `details` did not open; a restoration goes on without it.
  private func failure(_ opening: Recorder<Void, RouteError>) -> RouteError? {
    if case .incomplete(let missing) = opening.failure { missing.first?.reason } else { opening.failure }
  }

  /// A verb waits for the result of the module that it has opened; a link or a restoration is done.
  private func expectOpened(
    _ way: Way, _ opening: Recorder<Void, RouteError>, _ location: SourceLocation = #_sourceLocation
  ) {
    #expect(tree == way.tree("details", #" "a""#), sourceLocation: location)
    let isDone = [.linkInside, .link, .restoration].contains(way)
    #expect(opening.events.count == (isDone ? 2 : 0) && opening.failure == nil, sourceLocation: location)
  }

  @Test(arguments: Way.allCases) func proceed(way: Way) throws {
    expectOpened(way, try open(way) { _ in .proceed })
  }

  /// Refusals by the guard itself, by the guard that it redirects to, and redirects that lead nowhere.
  @Test(
    arguments: Way.allCases,
    [
      (Guard.Decision.refuse("members only"), RouteError.refused("members only")),
      (.redirect(to: Route<Void, Int>.plain.destination), .refused("closed on Sundays")),
      (.redirect(to: Route<Void, Never>("fom").destination), .unknown("fom", nearest: "form")),
      (
        .redirect(to: Route<Void, String>.form.destination),
        .refused("the guards redirect in a circle: details → form → details")
      ),
      (.hold(until: .fail(.timedOut("the server"))), .timedOut("the server")),
    ]) func aRefusalOpensNothingAndIsTheReasonOfTheFailure(way: Way, refusal: (by: Guard.Decision, error: RouteError))
    throws
  {
    let details = try Route.details.destination(with: "a")
    app.guards["plain"] = Guard { _, _ in .refuse("closed on Sundays") }
    app.guards["form"] = Guard { _, _ in .redirect(to: details) }
    let opening = try open(way) { _ in refusal.by }
    #expect(failure(opening) == refusal.error)
    #expect(tree == "home" && app.built("details") == [])
  }

  @Test(arguments: Way.allCases) func redirect(way: Way) throws {
    let opening = try open(way) { _ in .redirect(to: Route<Void, String>.form.destination) }
    #expect(tree == way.tree("form", styleInLinks: "modal") && app.built("details") == [])
    #expect(failure(opening) == (way == .restoration ? .refused("its guard redirects to 'form'") : nil))
  }

  @Test(arguments: Way.allCases) func holdGoesOnWithTheFirstValueAndOnce(way: Way) throws {
    let (signal, input) = Signal<Void, RouteError>.pipe()
    let opening = try open(way) { _ in .hold(until: signal) }
    #expect(tree == "home" && opening.events.isEmpty)
    input.send(())
    input.send(())
    expectOpened(way, opening)
    #expect(app.stage.transitions.count == (way == .restoration ? 3 : 2))
  }

  @Test(arguments: Way.allCases) func holdThatEndsWithoutAValueIsGoingBack(way: Way) throws {
    let opening = try open(way) { _ in .hold(until: .empty) }
    let reason = RouteError.refused("the user went back while its guard waited")
    #expect(failure(opening) == (way == .restoration ? reason : nil))
    #expect(tree == "home" && opening.events.count == 1)
  }

  @Test(arguments: Way.allCases) func disposingEndsAHoldUnlessItIsForARootOrAReplacement(way: Way) throws {
    let isHeld = MutableProperty(false)
    let opening = try open(way) { _ in .hold(until: .unending(isHeld)) }
    #expect(isHeld.value)
    opening.dispose()
    #expect(isHeld.value == [.setRoot, .replace].contains(way) && tree == "home")
  }

  @Test(arguments: Way.allCases) func closingEverythingEndsAHoldForGood(way: Way) throws {
    let (signal, input) = Signal<Void, RouteError>.pipe()
    let opening = try open(way) { _ in .hold(until: signal) }, shown = app.stage.kinds
    app.navigator?.closeAll()
    #expect(opening.failure == .closed("app"))
    input.send(())
    #expect(tree == "(nothing is open)" && app.stage.kinds == shown + [.back])
  }

  /// Also if it waits for a screen that ends with the navigator, which is no way back.
  @Test(arguments: Way.allCases, [true, false])
  func aHoldThatNeverEndsEndsWithTheNavigator(way: Way, isForAScreen: Bool) throws {
    let isHeld = MutableProperty(false)
    let opening = try open(way) { router in
      let held = Signal<Void, RouteError>.unending(isHeld)
      return .hold(until: isForAScreen ? held.merge(with: router.present(.form).map { _ in }) : held)
    }
    #expect(isHeld.value && tree == (isForAScreen ? "home / form (modal)" : "home"))
    weak let navigator = app.navigator
    app.navigator = nil
    #expect(navigator == nil && !isHeld.value)
    #expect(opening.failure == .closed(way == .link || way == .restoration ? "app" : "home#1"))
  }

  @Test(arguments: Way.allCases) func aScreenPresentedByAGuardIsOnTopAndClosedBeforeTheOpening(way: Way) throws {
    let opening = try open(way) { router in .hold(until: router.present(.form).map { _ in }) }
    #expect(tree == "home / form (modal)")
    try app.router(try #require(app.built("form").first), String.self).finish.execute("signed in")
    expectOpened(way, opening)
    #expect(app.navigator?.leaks() == [])
  }

  @Test(arguments: Way.allCases, [Guard.Decision.proceed, .hold(until: .never)])
  func aGuardThatClosesEverythingOpensNothing(way: Way, decision: Guard.Decision) throws {
    let opening = try open(way) { [weak app] _ in
      app?.navigator?.closeAll()
      return decision
    }
    #expect(opening.failure == .closed("app"))
    #expect(tree == "(nothing is open)" && app.built("details") == [])
  }

  @Test func aCoveredModuleGetsTheErrorAtOnceAndNoGuardIsAsked() throws {
    let asked = MutableProperty(0)
    app.guards["details"] = Guard { _, _ in
      asked.modify { $0 += 1 }
      return .hold(until: .never)
    }
    _ = try app.open("/home/other;value=b")
    let home = try app.router("home#1")
    for verb in [home.push(.details, with: "a"), home.present(.details, with: "a")] {
      #expect(Recorder(verb).failure == .covered("home", by: "other"))
    }
    #expect(Recorder(home.open("/details;value=a")).failure == .covered("home", by: "other"))
    #expect(asked.value == 0)
  }

  @Test func theGuardDecidesByTheTreeAtItsTurnAndNothingComesBetween() throws {
    app.guards["details"] = Guard { _, _ in .proceed }
    let (navigator, home) = try app.home()
    app.stage.answer = .after(.seconds(1), app.time)
    home.present(.form).start()
    navigator.userBack().start()
    home.push(.details, with: "a").start()
    navigator.router.tab(.other, with: "b").start()
    app.time.advance(by: .seconds(9))
    #expect(
      navigator.tree.value.description == """
        home#1
          details#3 (push) "a" *
            other#4 (tab) "b" *
        """)
  }

  @Test func aRootHasAGuardTooAndClosingEverythingEndsItsHold() throws {
    let (signal, input) = Signal<Void, RouteError>.pipe(), isRefused = MutableProperty(true)
    app.guards["home"] = Guard { _, _ in isRefused.value ? .refuse("not yet") : .hold(until: signal) }
    let navigator = try app.makeNavigator(), saved = try TestApp.tree(of: "/home/form")
    func openings() -> [Recorder<Void, RouteError>] {
      [Recorder(navigator.router.setRoot(.home).map { _ in }), Recorder(navigator.open("/home/form"))]
        + [Recorder(navigator.restore(saved))]
    }
    for opening in openings() { #expect(opening.failure == .refused("not yet")) }
    isRefused.value = false
    let held = openings()
    navigator.closeAll()
    input.send(())
    for opening in held { #expect(opening.failure == .closed("app")) }
    #expect(navigator.tree.value.root == nil)
  }

  @Test func aGuardThatWaitsForItsOwnScreenIsStopped() throws {
    app.guards["form"] = Guard { _, router in .hold(until: router.present(.form).map { _ in }) }
    let navigator = try app.open("/home")
    let message = """
      the guard of 'form' waits for 'form' itself, or 20 openings of 'form' wait for it already; let it wait for another \
      screen, or for a shorter time
      """
    #expect(Recorder(try app.router("home#1").present(.form)).failure == .refused(message))
    #expect(navigator.path == ["home#1"])
  }

  @Test func aGuardMayLeadToItsOwnRouteWithAnotherInput() throws {
    let proper = try Route<String, Int>.details.destination(with: "proper")
    app.guards["details"] = Guard { destination, _ in destination == proper ? .proceed : .redirect(to: proper) }
    let navigator = try app.open("/home/details;value=old")
    #expect(navigator.tree.value.path.last?.destination == proper)
  }
}
