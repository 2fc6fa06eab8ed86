import Signals
import SignalsTesting
import Testing
import VIPER
import VIPERTesting

/// Links and restorations that end half-way.
@MainActor @Suite struct InterruptionTests {
  /// The progress of opening `tabs` with a tab `slow`, and `other` on that.
  enum Moment: CaseIterable, Sendable { case queued, root, tab, readiness, guarded, top, selection }

  private let app = TestApp()
  private let ready = MutableProperty(true)
  private let slow = Route<Void, Never>("slow", style: .tab), fleeting = Route<Void, Never>("fleeting", style: .tab)

  /// Every step takes a second.
  private func makeNavigator() throws -> Navigator {
    let navigator = try app.makeNavigator([
      Module(slow, opens: .other, fromAnywhere: true) { [ready] _, _ in Assembly(presenter: LoadingPresenter(ready)) },
      Module(fleeting, fromAnywhere: true) { router, _ in
        router.back().start()
        return Assembly()
      },
    ])
    app.slowDown()
    return navigator
  }

  /// `tabs` with the tabs `details` and `slow`; `slow` is selected, and has `other` on it.
  private func saved() throws -> NavigationTree {
    try .after(
      .open(Route.tabs.destination, .root, from: nil),
      .open(try Route.details.destination(with: "a"), .tab, from: 1), .open(slow.destination, .tab, from: 1),
      .open(try Route.other.destination(with: "b"), .push, from: 3), .select(slow.destination, from: 1))
  }

  /// Moves time until the opening has reached `moment`.
  private func reach(_ moment: Moment) {
    let steps =
      switch moment {
      case .queued, .root: 0
      case .tab: 1
      case .readiness, .guarded, .top: 3
      case .selection: 4
      }
    app.time.advance(by: .seconds(steps) + .milliseconds(500))
  }

  private nonisolated static let moments: [(Moment, isLink: Bool)] =
    Moment.allCases.map { ($0, false) } + [.queued, .root, .guarded].map { ($0, true) }

  @Test(arguments: moments, [true, false])
  func aLinkOrARestorationEndsWithItsNavigatorOrWhenAllCloses(at opens: (Moment, isLink: Bool), isDropped: Bool) throws
  {
    let (moment, isLink) = opens
    if moment == .guarded { app.guards["other"] = Guard { _, _ in .hold(until: .never) } }
    weak let navigator = try makeNavigator()
    ready.value = moment != .readiness
    if moment == .queued { navigator?.router.setRoot(.plain).start() }
    let opening = Recorder(
      isLink
        ? try #require(navigator).open("/tabs/slow/other;value=b/form")
        : try #require(navigator).restore(try saved()))
    reach(moment)
    let before = opening.outcome
    if isDropped { app.navigator = nil } else { navigator?.closeAll() }
    let shown = app.stage.transitions.count
    app.time.advance(by: .seconds(60))
    ready.value = true
    #expect([before, opening.outcome] == ["waiting", "closed(app)"])
    #expect(app.stage.transitions.count == shown)
    #expect(app.time.pending == 0)
    #expect(navigator?.address == (isDropped ? nil : ""))
    #expect(navigator?.leaks() ?? [] == [])
  }

  @Test func aScreenThatAnotherRootOrItsClosedTabKeepsFromRestoringIsReported() throws {
    let navigator = try makeNavigator(), replaced = Recorder(navigator.restore(try saved()))
    reach(.tab)
    navigator.router.setRoot(.plain).start()
    app.time.advance(by: .seconds(60))
    let path = navigator.routesOfPath
    let tree = try NavigationTree.after(
      .open(Route.tabs.destination, .root, from: nil), .open(fleeting.destination, .tab, from: 1),
      .open(try Route.other.destination(with: "b"), .tab, from: 1))
    let closed = Recorder(navigator.restore(tree))
    app.time.advance(by: .seconds(60))
    #expect(
      [replaced.outcome, closed.outcome] == ["without slow: closed(tabs#1)", "without fleeting: closed(fleeting)"])
    #expect([path, navigator.routesOfPath] == [["plain"], ["tabs", "other"]])
    #expect(navigator.leaks() == [])
  }
}
