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
        router.back.execute()
        return Assembly()
      },
    ])
    app.stage.answer = .after(.seconds(1), app.time)
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

  @Test(arguments: Moment.allCases, [true, false])
  func aRestorationEndsWithItsNavigatorOrWhenAllCloses(moment: Moment, isDropped: Bool) throws {
    let saved = try saved()
    try interrupt(at: moment, byDropping: isDropped) { $0.restore(saved) }
  }

  @Test(arguments: [Moment.queued, .root, .tab, .guarded, .top], [true, false])
  func aLinkEndsWithItsNavigatorOrWhenAllCloses(moment: Moment, isDropped: Bool) throws {
    try interrupt(at: moment, byDropping: isDropped) { $0.open("/tabs/slow/other;value=b/form") }
  }

  /// Starts an opening, and drops its navigator or closes everything at that moment.
  private func interrupt(
    at moment: Moment, byDropping isDropped: Bool, _ open: (Navigator) -> Signal<Void, RouteError>
  ) throws {
    if moment == .guarded { app.guards["other"] = Guard { _, _ in .hold(until: .never) } }
    weak let navigator = try makeNavigator()
    ready.value = moment != .readiness
    if moment == .queued { navigator?.router.setRoot(.plain).start() }
    let opening = Recorder(open(try #require(navigator)))
    reach(moment)
    #expect(opening.events.isEmpty)
    if isDropped { app.navigator = nil } else { navigator?.closeAll() }
    let shown = app.stage.transitions.count
    app.time.advance(by: .seconds(60))
    ready.value = true
    #expect(opening.failure == .closed("app") && opening.events.count == 1)
    #expect(app.stage.transitions.count == shown && app.time.pending == 0)
    #expect(isDropped == (navigator == nil) && navigator?.tree.value.root == nil)
    #expect(navigator?.leaks() ?? [] == [])
  }

  @Test func anotherRootLeavesOutTheScreensNotYetRestored() throws {
    let navigator = try makeNavigator()
    let restoring = Recorder(navigator.restore(try saved()))
    reach(.tab)
    navigator.router.setRoot(.plain).start()
    app.time.advance(by: .seconds(60))
    #expect(restoring.failure == .incomplete([.init(route: "slow", reason: .closed("tabs#1"))]))
    #expect(navigator.routesOfPath == ["plain"] && navigator.leaks() == [])
  }

  @Test func aTabThatClosesBeforeItsSelectionIsReported() throws {
    let navigator = try makeNavigator()
    let tree = try NavigationTree.after(
      .open(Route.tabs.destination, .root, from: nil), .open(fleeting.destination, .tab, from: 1),
      .open(try Route.other.destination(with: "b"), .tab, from: 1))
    let restoring = Recorder(navigator.restore(tree))
    app.time.advance(by: .seconds(60))
    #expect(restoring.failure == .incomplete([.init(route: "fleeting", reason: .closed("fleeting"))]))
    #expect(navigator.tree.value.description == "tabs#1 *\n  other#3 (tab) \"b\" *")
  }
}
