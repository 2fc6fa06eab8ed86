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
    #expect(links.map(\.outcome) == ["done", "done", "done"])
    #expect(navigator.leaks() == [])
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
    ready.value = false
    let first = Recorder(navigator.open("/hall/details;value=1")), second = Recorder(navigator.open("/home"))
    ready.value = true
    #expect([first.outcome, second.outcome] == ["closed(hall#1)", "done"])
    #expect(navigator.address == "home#2")
  }

  /// The module opens that screen each time it gains the focus, and a link that it waits for gives it none.
  @Test(arguments: [true, false]) func aScreenInTheWayClosesIfItsPresenterAgrees(agrees: Bool) throws {
    let navigator = try makeNavigator(opensMore: true)
    if !agrees { app.refusesBack = ["form#2"] }
    ready.value = false
    let link = Recorder(navigator.open("/hall/details?value=1")), before = navigator.address
    ready.value = true
    #expect([before, navigator.address] == ["hall#1/form#2", agrees ? "hall#1/details#3" : "hall#1/form#2"])
    #expect(link.outcome == (agrees ? "done" : "refused('form' refuses to close now)"))
  }
}
