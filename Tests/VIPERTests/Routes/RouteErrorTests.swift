import Signals
import SignalsTesting
import Testing

@testable import VIPER

@Suite struct RouteErrorTests {
  @Test(arguments: [
    (RouteError.unknown("tood", nearest: "todo"), "there is no module for 'tood'; did you mean 'todo'?"),
    (.unknown("x", nearest: nil), "there is no module for 'x'; add one to the navigator's modules"),
    (.invalid("the reason"), "the reason"),
    (.duplicate("a"), "two modules have the route 'a'; rename one"),
    (
      .undeclared(from: "a", to: "b"),
      "'a' does not declare that it opens 'b'; add 'b' to its `opens:`, or declare 'b' `fromAnywhere:`"
    ),
    (.covered("a", by: "b"), "'a' is covered by 'b'; only the module on top can open another"),
    (.closed("a"), "'a' is not open, or has closed; open it and try again"),
    (.unheard("e", by: "a"), "'a' does not listen to 'e'; observe `router.received(_:)` with this event there"),
    (.refused("members only"), "members only"),
    (.nothingBelow, "there is nothing to go back to; open something first, or replace the root"),
    (.timedOut("a"), "'a' was not ready in time; try again, or check its `isReady`"),
    (
      .notShown("a", by: "Console"), "Console did not show 'a' in time; the signal of its `perform` has to complete"
    ),
    (
      .incomplete([.init(route: "a", reason: .refused("no")), .init(route: "b", reason: .duplicate("c"))]),
      "restored all but: a (no), b (two modules have the route 'c'; rename one)"
    ),
  ]) func eachErrorDescribesItsProblemAndSolution(error: RouteError, message: String) {
    #expect(error.description == message)
  }

  @Test func aReasonHasAKindForTextsForUsers() throws {
    let input = #expect(throws: RouteError.self) {
      try Route<Double, Never>("x").destination(with: .nan)
    }
    #expect(kind(input) == .input)
    #expect(kind(.refused("members only")) == .app)
    #expect(kind(.refused(RouteError.Reason("members" + " only"))) == .app)
    let pages = ["a", "b"].map { NavigationRequest.open(Destination(route: $0, input: nil), .push, from: nil) }
    let tree = try NavigationTree.after(pages[0], pages[1])
    guard case .reject(let below) = tree.decide(.back(to: "c", from: nil)) else { return }
    #expect(kind(below) == .place)
  }

  @MainActor @Test func theNavigatorSaysTheKind() throws {
    let app = TestApp()
    let other = try Route.other.destination(with: "b")
    app.guards = ["home": Guard { _, _ in .refuse("closed") }, "other": Guard { _, _ in .redirect(to: other) }]
    let navigator = try app.makeNavigator()
    #expect(kind(Recorder(navigator.open("/")).failure) == .link)
    #expect(kind(Recorder(navigator.open("/home")).failure) == .app)
    #expect(kind(Recorder(navigator.restore(NavigationTree())).failure) == .saved)
    navigator.router.setRoot(.plain).start()
    navigator.router.push(.form).start()
    app.refusesBack = ["form#2"]
    #expect(kind(Recorder(navigator.userBack()).failure) == .staysOpen("form"))
    #expect(kind(Recorder(navigator.userSelect(2)).failure) == .place)
    let event = #expect(throws: RouteError.self) { try navigator.send(named: "nothing", json: "1") }
    #expect(kind(event) == .event)
    #expect(kind(Recorder(navigator.router.push(.other, with: "b")).failure) == .guarded)
  }

  private func kind(_ error: RouteError?) -> RouteError.Reason.Kind? {
    switch error {
    case .invalid(let reason), .refused(let reason): reason.kind
    default: nil
    }
  }
}
