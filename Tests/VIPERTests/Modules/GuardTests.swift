import Signals
import SignalsTesting
import Testing
import VIPER
import VIPERTesting

/// Guards are asked in the same way for every kind of opening.
@MainActor @Suite struct GuardTests {
  /// The ways to open `details` on `home`, or in its place.
  enum Way: Equatable, Sendable {
    case verb(Verb), linkInside, link, restoration
    static let allCases = Verb.allCases.map(verb) + [.linkInside, .link, .restoration]

    /// The tree with a module of that route, without ids.
    func tree(_ route: String, _ input: String = "", styleInLinks: String = "push") -> String {
      switch self {
      case .verb(.replace), .verb(.setRoot): route + input
      case .verb(.push), .restoration: "home / \(route) (push)\(input)"
      case .verb(.present): "home / \(route) (modal)\(input)"
      case .verb(.tab): "home / \(route) (tab)\(input)"
      case .verb(.embed): "home / \(route) (embedded)\(input)"
      case .linkInside, .link: "home / \(route) (\(styleInLinks))\(input)"
      }
    }
  }

  private let app = TestApp()

  /// Opens `details`, whose guard decides, and gives that opening's outcome.
  private func open(
    _ way: Way, until stop: Signal<Void, Never> = .never,
    _ decide: @escaping @MainActor @Sendable (Router<Never>) -> Guard.Decision
  ) throws -> Recorder<Void, RouteError> {
    app.guards["details"] = Guard { to, router in
      #expect(to.input(of: Route<String, Int>.details) == "a")
      return decide(router)
    }
    let (navigator, home) = try app.home()
    let opening =
      switch way {
      case .verb(let verb): home.open(.details, with: "a", by: verb).map { _ in }
      case .linkInside: home.open("/details;value=a")
      case .link: navigator.open("/home/details;value=a")
      case .restoration: navigator.restore(try TestApp.tree(of: "/home/details;value=a"))
      }
    return Recorder(opening.prefix(until: stop))
  }

  /// The open modules, without ids.
  private var tree: String {
    let tree = app.navigator?.tree.value.description ?? ""
    return tree.replacing(/#\d+| \*/, with: "").replacing("\n  ", with: " / ")
  }

  /// The outcome; a restoration goes on without `details`.
  private func failure(_ opening: Recorder<Void, RouteError>) -> String {
    opening.outcome.replacing("without details: ", with: "")
  }

  /// A verb waits for the result of the module that it has opened; a link or a restoration is done.
  private func expectOpened(
    _ way: Way, _ opening: Recorder<Void, RouteError>, _ location: SourceLocation = #_sourceLocation
  ) {
    let outcome = [.linkInside, .link, .restoration].contains(way) ? "done" : "waiting"
    #expect([opening.outcome, tree] == [outcome, way.tree("details", #" "a""#)], sourceLocation: location)
  }

  @Test(arguments: Way.allCases, [true, false])
  func aModuleOpensOnceWhenItsGuardProceedsAtOnceOrHoldsUntilAValue(way: Way, isHeld: Bool) throws {
    let (signal, input) = Signal<Void, RouteError>.pipe()
    let opening = try open(way) { _ in isHeld ? .hold(until: signal) : .proceed }
    #expect(!isHeld || [opening.outcome, tree] == ["waiting", "home"])
    input.send(())
    input.send(())
    expectOpened(way, opening)
    #expect(app.stage.transitions.count == (way == .restoration ? 3 : 2))
  }

  /// Refusals by the guard itself, by the guard that it redirects to, redirects that lead nowhere, and the user's way back.
  private nonisolated static let refusals: [(by: Guard.Decision, error: String)] = [
    (.refuse("members only"), "refused(members only)"),
    (.redirect(to: Route<Void, Int>.plain.destination), "refused(closed on Sundays)"),
    (.redirect(to: Route<Void, Never>("fom").destination), "unknown(fom, nearest: Optional(form))"),
    (
      .redirect(to: Route<Void, String>.form.destination),
      "refused(the guards redirect in a circle: details → form → details)"
    ),
    (.hold(until: .fail(.timedOut("the server"))), "timedOut(the server)"), (.hold(until: .empty), "end"),
  ]

  @Test(arguments: Way.allCases, refusals)
  func aRefusalOpensNothingAndIsTheReasonOfTheFailure(way: Way, refusal: (by: Guard.Decision, error: String)) throws {
    let details = try Route.details.destination(with: "a")
    app.guards["plain"] = Guard { _, _ in .refuse("closed on Sundays") }
    app.guards["form"] = Guard { _, _ in .redirect(to: details) }
    let opening = try open(way) { _ in refusal.by }
    // A restoration says which screens are missing.
    let wentBack = way == .restoration && refusal.error == "end"
    let error = wentBack ? "refused(the user went back while its guard waited)" : refusal.error
    #expect([failure(opening), tree] == [error, "home"])
    #expect(app.built("details") == [])
  }

  @Test(arguments: Way.allCases) func redirect(way: Way) throws {
    let opening = try open(way) { _ in .redirect(to: Route<Void, String>.form.destination) }
    #expect(tree == way.tree("form", styleInLinks: "modal"))
    #expect(app.built("details") == [])
    #expect(
      opening.failure?.short == (way == .restoration ? "without details: refused(its guard redirects to 'form')" : nil))
  }

  @Test(arguments: Way.allCases) func disposingEndsAHoldUnlessItIsForARootOrAReplacement(way: Way) throws {
    let isHeld = MutableProperty(false)
    let opening = try open(way) { _ in .hold(until: .unending(isHeld)) }, wasHeld = isHeld.value
    opening.dispose()
    #expect(wasHeld)
    #expect(isHeld.value == [.verb(.setRoot), .verb(.replace)].contains(way))
    #expect(tree == "home")
  }

  @Test(arguments: Way.allCases, [true, false])
  func disposingInAGuardOpensNothingUnlessItIsForARootOrAReplacement(way: Way, isHeld: Bool) throws {
    let (stop, input) = Signal<Void, Never>.pipe(), isObserved = MutableProperty(false)
    let opening = try open(way, until: stop) { _ in
      input.send(())
      return isHeld ? .hold(until: .unending(isObserved)) : .proceed
    }
    let goesOn = [.verb(.setRoot), .verb(.replace)].contains(way)
    #expect(opening.outcome == "end")
    #expect(isObserved.value == (isHeld && goesOn))
    #expect(tree == (goesOn && !isHeld ? way.tree("details", #" "a""#) : "home"))
    #expect(app.built("details").isEmpty != (goesOn && !isHeld))
  }

  enum Closing: CaseIterable, Sendable { case byAGuardThatProceeds, byAGuardThatHolds, duringAHold }

  @Test(arguments: Way.allCases, Closing.allCases)
  func closingEverythingInAGuardOrDuringItsHoldEndsTheOpeningForGood(way: Way, closing: Closing) throws {
    let (signal, input) = Signal<Void, RouteError>.pipe()
    let opening = try open(way) { [weak app] _ in
      if closing != .duringAHold { app?.navigator?.closeAll() }
      return closing == .byAGuardThatProceeds ? .proceed : .hold(until: signal)
    }
    if closing == .duringAHold { app.navigator?.closeAll() }
    let outcome = opening.outcome
    input.send(())
    #expect([outcome, opening.outcome, tree] == ["closed(app)", "closed(app)", "(nothing is open)"])
    #expect(app.stage.kinds.last == .back)
    #expect(app.built("details") == [])
  }

  /// Also if it waits for a screen that ends with the navigator, which is no way back.
  @Test(arguments: Way.allCases, [true, false])
  func aHoldThatNeverEndsEndsWithTheNavigator(way: Way, isForAScreen: Bool) throws {
    let isHeld = MutableProperty(false)
    let opening = try open(way) { router in
      let held = Signal<Void, RouteError>.unending(isHeld)
      return .hold(until: isForAScreen ? Signal.merge(held, router.present(.form).map { _ in }) : held)
    }
    #expect(isHeld.value)
    #expect(tree == (isForAScreen ? "home / form (modal)" : "home"))
    weak let navigator = app.navigator
    app.navigator = nil
    #expect(navigator == nil)
    #expect(!isHeld.value)
    #expect(opening.outcome == (way == .link || way == .restoration ? "closed(app)" : "closed(home#1)"))
  }

  @Test(arguments: Way.allCases) func aScreenPresentedByAGuardIsOnTopAndClosedBeforeTheOpening(way: Way) throws {
    let opening = try open(way) { router in .hold(until: router.present(.form).map { _ in }) }
    #expect(tree == "home / form (modal)")
    try app.router(try #require(app.built("form").first), String.self).finish("signed in").start()
    expectOpened(way, opening)
    #expect(app.navigator?.leaks() == [])
  }

  @Test func aCoveredModuleGetsTheErrorAtOnceAndNoGuardIsAsked() throws {
    app.noteGuard(of: "details", .hold(until: .never))
    _ = try app.open("/home/other;value=b")
    let home = try app.router("home#1")
    let outcomes =
      [home.push(.details, with: "a"), home.present(.details, with: "a")].map { Recorder($0).outcome }
      + [Recorder(home.open("/details;value=a")).outcome]
    #expect(outcomes == Array(repeating: "covered(home, by: other)", count: 3))
    #expect(app.asked.value == [])
  }

  @Test func theGuardDecidesByTheTreeAtItsTurnAndNothingComesBetween() throws {
    app.guards["details"] = Guard { _, _ in .proceed }
    let (navigator, home) = try app.home()
    app.slowDown()
    home.present(.form).start()
    navigator.userBack().start()
    home.push(.details, with: "a").start()
    navigator.router.tab(.other, with: "b").start()
    app.time.advance(by: .seconds(9))
    #expect(tree == #"home / details (push) "a" /   other (tab) "b""#)
  }

  @Test func aRootHasAGuardTooAndClosingEverythingEndsItsHold() throws {
    let (signal, input) = Signal<Void, RouteError>.pipe(), isRefused = MutableProperty(true)
    app.guards["home"] = Guard { _, _ in isRefused.value ? .refuse("not yet") : .hold(until: signal) }
    let navigator = try app.makeNavigator(), saved = try TestApp.tree(of: "/home/form")
    func openings() -> [Recorder<Void, RouteError>] {
      [navigator.router.setRoot(.home).map { _ in }, navigator.open("/home/form"), navigator.restore(saved)]
        .map { Recorder($0) }
    }
    let refused = openings()
    isRefused.value = false
    let held = openings()
    navigator.closeAll()
    input.send(())
    let outcomes = (refused + held).map(\.outcome), refusal = "refused(not yet)", end = "closed(app)"
    #expect(outcomes == [refusal, refusal, refusal, end, end, end])
    #expect(tree == "(nothing is open)")
  }

  @Test func aGuardThatWaitsForItsOwnScreenIsStoppedButNotForAnotherInput() throws {
    let proper = try Route<String, Int>.details.destination(with: "proper")
    app.guards["details"] = Guard { destination, _ in destination == proper ? .proceed : .redirect(to: proper) }
    app.guards["form"] = Guard { _, router in .hold(until: router.present(.form).map { _ in }) }
    let navigator = try app.open("/home")
    let message = """
      refused(the guard of 'form' waits for 'form' itself, or 20 openings of 'form' wait for it already; let it wait for \
      another screen, or for a shorter time)
      """
    #expect(Recorder(try app.router("home#1").present(.form)).outcome == message)
    navigator.open("/home/details;value=old").start()
    #expect(tree == #"home / details (push) "proper""#)
  }

  enum Detour: CaseIterable, Sendable {
    case theApp, twice, linkToTheRoot, linkThrough, linkInsideThrough, restoredRoot, restoredModal, restoredTab
    case restoredPart, event, flowEvent, redirection, anotherInput
  }

  /// A saved tree with `details` open in a style on `home`, or as the root.
  private func saved(_ style: RouteStyle) throws -> NavigationTree {
    let details = try Route.details.destination(with: "a")
    if style == .root { return try .after(.open(details, .root, from: nil)) }
    return try .after(.open(Route.home.destination, .root, from: nil), .open(details, style, from: 1))
  }

  @Test(arguments: Detour.allCases, refusals + [(.hold(until: .never), "")]) func noDetourLeadsAroundAGuard(
    detour: Detour, refusal: (by: Guard.Decision, error: String)
  ) throws {
    app.noteGuard(of: "details", refusal.by)
    let details = try Route.details.destination(with: "a"), word = ModuleEvent<String>("word")
    app.guards["other"] = Guard { _, _ in .redirect(to: details) }
    // Opens `details` when it receives an event.
    let inbox = Module(Route<Void, Never>("inbox", style: .embedded), opens: .details, fromAnywhere: true) {
      router, _ in
      router.received(word).observeValues { router.push(.details, with: $0).start() }.stored(in: router.alive)
      return Assembly()
    }
    let navigator = try app.open("/home/inbox", [inbox])
    func home() throws -> Router<Never> { try app.router("home#1") }
    switch detour {
    case .theApp: navigator.router.push(.details, with: "a").start()
    case .twice: for _ in 0..<2 { try home().push(.details, with: "a").start() }
    case .linkToTheRoot: navigator.open("/details;value=a/form").start()
    case .linkThrough: navigator.open("/home/details;value=a/form").start()
    case .linkInsideThrough: try home().open("/details;value=a/form").start()
    case .restoredRoot: navigator.restore(try saved(.root)).start()
    case .restoredModal: navigator.restore(try saved(.modal)).start()
    case .restoredTab: navigator.restore(try saved(.tab)).start()
    case .restoredPart: navigator.restore(try saved(.embedded)).start()
    case .event: try home().send(word, "a", to: .children).start()
    case .flowEvent: try navigator.send(named: "word", json: #""a""#)
    case .redirection: try home().push(.other, with: "a").start()
    case .anotherInput: try home().push(Route<Int, Int>("details"), with: 7).start()
    }
    app.time.advance(by: .seconds(60))
    // The circle asks nobody twice; a second request is covered by a screen that the guard redirected the first one to.
    #expect(app.asked.value.count == (detour == .twice && navigator.path == ["home#1"] ? 2 : 1))
    #expect(app.built("details") == [])
    #expect(navigator.leaks() == [])
  }

  @Test func aLinkIsRedirectedBelowAScreenThatClosedWhileAGuardHeldIt() throws {
    let (signedIn, signIn) = Signal<Void, RouteError>.pipe(), isRedirected = MutableProperty(false)
    app.guards["other"] = Guard { _, _ in .hold(until: signedIn) }
    app.guards["details"] = Guard { _, _ in isRedirected.value ? .redirect(to: Route.plain.destination) : .proceed }
    let navigator = try app.open("/home/details;value=a/form")
    let link = Recorder(navigator.open("/home/details;value=a/other;value=b"))
    for _ in 0..<2 { navigator.userBack().start() }
    isRedirected.value = true
    let before = [link.outcome, navigator.address]
    signIn.send(())
    #expect(before == ["waiting", "home#1"])
    let refusal = "refused(a guard redirects 'details' to 'plain', so 'other' is not opened)"
    #expect([link.outcome, navigator.address] == [refusal, "home#1/plain#4"])
  }
}
