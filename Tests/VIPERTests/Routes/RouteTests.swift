import Signals
import SignalsTesting
import Testing

@testable import VIPER

/// Routes, their destinations, and the errors of requests for them.
@Suite struct RouteTests {
  private final class Live: Sendable {}

  @Test func aDestinationGivesItsInputToItsOwnRouteOnly() throws {
    let plain = Route<Void, Int>("plain", style: .modal), live = Route<Live, Never>(transient: "live")
    #expect(plain.destination == Route<Void, Never>("plain").destination)
    #expect(plain.destination.input == nil)
    #expect(plain.destination.input(of: plain) != nil)
    // An input that lives in memory is left out.
    let transient = try live.destination(with: Live())
    #expect(transient.input == nil)
    #expect(transient.input(of: live) == nil)
    let page = try Route<Int, Never>("page").destination(with: 3)
    #expect([Route<Int, Never>("other"), Route("page")].map(page.input) == [nil, 3])
    #expect(page.input(of: Route<String, Never>("page")) == nil)
  }

  @MainActor @Test func anOptionalInputReachesItsModuleInEveryWay() throws {
    let count = Route<Int?, Never>("count"), other = Route<Void, Never>("other"), given = MutableProperty<[Int?]>([])
    let seven = try count.destination(with: 7)
    let navigator = try Navigator([
      Module(.home, opens: count, other) { _, _ in Assembly() },
      Module(count) { _, input in
        given.modify { $0.append(input) }
        return Assembly()
      },
      Module(other, guard: Guard { _, _ in .redirect(to: seven) }) { _, _ in Assembly() },
    ])
    let openings: [Signal<Void, RouteError>] = [
      navigator.open("/home/count?value=7"), navigator.restore(try .after(.open(seven, .root, from: nil))),
      navigator.open("/home/other"), navigator.router.push(count, with: 7).map { _ in },
      navigator.open("/home/count?value=null"), navigator.router.push(count, with: nil).map { _ in },
    ]
    for opening in openings {
      opening.start()
      navigator.open("/home").start()
    }
    #expect(given.value == [7, 7, 7, 7, nil, nil])
  }

  @Test func eachErrorDescribesItsProblemAndSolution() {
    let errors: [(RouteError, String)] = [
      (.unknown("tood", nearest: "todo"), "there is no module for 'tood'; did you mean 'todo'?"),
      (.unknown("x", nearest: nil), "there is no module for 'x'; add one to the navigator's modules"),
      (.invalid("the reason"), "the reason"), (.duplicate("a"), "two modules have the route 'a'; rename one"),
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
      (.notShown("a", by: "Console"), "Console did not show 'a' in time; the signal of its `perform` has to complete"),
      (
        .incomplete([.init(route: "a", reason: .refused("no")), .init(route: "b", reason: .duplicate("c"))]),
        "restored all but: a (no), b (two modules have the route 'c'; rename one)"
      ),
    ]
    #expect(errors.map(\.0.description) == errors.map(\.1))
  }

  @MainActor @Test func aReasonHasAKindForTextsForUsers() throws {
    let app = TestApp(), other = try Route.other.destination(with: "b")
    app.guards = ["home": Guard { _, _ in .refuse("closed") }, "other": Guard { _, _ in .redirect(to: other) }]
    let navigator = try app.makeNavigator(), router = navigator.router
    var errors: [RouteError?] = [.refused("members only"), .refused(RouteError.Reason("members" + " only"))]
    errors += [navigator.open("/home"), navigator.open("/"), navigator.restore(NavigationTree())]
      .map { Recorder($0).failure }
    router.setRoot(.plain).start()
    router.push(.form).start()
    app.refusesBack = ["form#2"]
    errors += [
      navigator.userBack(), navigator.userSelect(2), router.back(to: .tabs),
      router.push(.other, with: "b").map { _ in },
    ].map { Recorder($0).failure }
    errors += [
      #expect(throws: RouteError.self) { try Route<Double, Never>("x").destination(with: .nan) },
      #expect(throws: RouteError.self) { try navigator.send(named: "nothing", json: "1") },
    ]
    let kinds = errors.map { error -> RouteError.Reason.Kind? in
      switch error {
      case .invalid(let reason), .refused(let reason): reason.kind
      default: nil
      }
    }
    #expect(kinds == [.app, .app, .app, .link, .saved, .staysOpen("form"), .place, .place, .guarded, .input, .event])
  }
}
