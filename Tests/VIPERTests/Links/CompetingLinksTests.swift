import Signals
import SignalsTesting
import Testing
import VIPER
import VIPERTesting

/// Links that open at the same time, and screens that open in the way of a link.
@MainActor @Suite struct CompetingLinksTests {
  /// The event that all links wait for: the first root is shown or ready, a guard answers, or the first link's screen is ready.
  enum Wait: CaseIterable, Sendable { case root, readiness, guarded, top }

  private final class Hall: Presenter {
    private let router: Router<Never>, ready: MutableProperty<Bool>, opensMore: Bool
    init(_ router: Router<Never>, _ ready: MutableProperty<Bool>, opensMore: Bool) {
      (self.router, self.ready, self.opensMore) = (router, ready, opensMore)
    }
    var isReady: Property<Bool> { ready.readOnly }

    func willGainFocus() { if opensMore { router.present(.form).start().stored(in: router.alive) } }
  }

  private let app = TestApp()
  private let ready = MutableProperty(true)

  /// With a module `hall`, which may not be ready, and may present `form` each time it gains the focus.
  private func makeNavigator(opensMore: Bool = false) throws -> Navigator {
    try app.makeNavigator([
      Module(Route<Void, Never>("hall"), opens: .details, .form, .other) { [ready] router, _ in
        Assembly(presenter: Hall(router, ready, opensMore: opensMore))
      }
    ])
  }

  @Test(arguments: Wait.allCases) func theLastOneWins(wait: Wait) throws {
    let (hold, input) = Signal<Void, RouteError>.pipe()
    if wait == .guarded { app.guards["details"] = Guard { _, _ in .hold(until: hold) } }
    let navigator = try makeNavigator()
    ready.value = wait != .readiness
    if wait == .root || wait == .top { app.slowDown() }
    let links = ["1", "2", "3"].map { value in
      let link = Recorder(navigator.open("/hall/details?value=\(value)"))
      app.time.advance(by: .milliseconds(value == "1" && wait == .top ? 1500 : 100))
      return link
    }
    ready.value = true
    input.send(())
    app.time.advance(by: .seconds(60))
    #expect(links.map(\.outcome) == ["done", "done", "done"] && navigator.leaks() == [])
    #expect(navigator.tree.value.path.map(\.destination.input) == [nil, #""3""#])
  }

  @Test func theLaterLinkStaysWhenAGuardAnswersTheEarlierOne() throws {
    let (hold, input) = Signal<Void, RouteError>.pipe()
    app.guards["details"] = Guard { _, _ in .hold(until: hold) }
    let navigator = try makeNavigator()
    navigator.open("/hall").start()
    let first = Recorder(navigator.open("/hall/details;value=1")),
      second = Recorder(navigator.open("/hall/other;value=2")), outcome = second.outcome
    input.send(())
    #expect(
      [outcome, first.outcome, navigator.address] == ["done", "covered(hall, by: other)", "hall#1/other#2"])
  }

  @Test func aLinkFailsWhenALaterOneClosesItsScreens() throws {
    let navigator = try makeNavigator()
    app.slowDown()
    let first = Recorder(navigator.open("/hall/details;value=1/other;value=1/form"))
    let second = Recorder(navigator.open("/hall/details;value=2/other;value=2"))
    app.time.advance(by: .seconds(60))
    #expect([first.outcome, second.outcome] == ["closed(details#2)", "done"])
    #expect(navigator.tree.value.path.map(\.destination.input) == [nil, #""2""#, #""2""#])
  }

  @Test func aScreenInTheWayClosesIfItsPresenterAgreesUnlessItOpensEachTime() throws {
    let navigator = try makeNavigator(opensMore: true), ready = ready, link = "/hall/details?value=1"
    #expect(Recorder(navigator.open(link)).outcome == "done" && navigator.routesOfPath == ["hall", "details"])
    navigator.closeAll()
    app.refusesBack = Set((1...9).map { "form#\($0)" })
    #expect(Recorder(navigator.open(link)).outcome == "refused('form' refuses to close now)")
    #expect(navigator.routesOfPath == ["hall", "form"])
    app.refusesBack = []
    navigator.closeAll()
    // The module becomes ready only after it has opened that screen.
    let watching = navigator.tree.changes.observeValues { tree in ready.value = tree.path.count > 1 }
    ready.value = false
    #expect(
      Recorder(navigator.open(link)).outcome == "covered(hall, by: form)" && navigator.routesOfPath == ["hall", "form"])
    watching.dispose()
  }
}
