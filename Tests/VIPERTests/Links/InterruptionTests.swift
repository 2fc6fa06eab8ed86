import Signals
import SignalsTesting
import Testing
import VIPER
import VIPERTesting

/// Links and restorations that end half-way.
@MainActor @Suite struct InterruptionTests {
  /// The progress of opening `tabs` with a tab `slow`, and `other` on that.
  enum Moment: CaseIterable, Sendable { case queued, root, tab, readiness, guarded, top, selection }

  private final class Slow: Presenter {
    private let ready: MutableProperty<Bool>
    init(_ ready: MutableProperty<Bool>) { self.ready = ready }
    var isReady: Property<Bool> { ready.readOnly }
  }

  private let app = TestApp()
  private let ready = MutableProperty(true)
  private let slow = Route<Void, Never>("slow", style: .tab), fleeting = Route<Void, Never>("fleeting", style: .tab)

  /// Every step takes a second.
  private func makeNavigator() throws -> Navigator {
    let navigator = try app.makeNavigator([
      Module(slow, opens: .other, fromAnywhere: true) { [ready] _, _ in Assembly(presenter: Slow(ready)) },
      Module(fleeting, fromAnywhere: true) { router, _ in
        router.back.execute()
        return Assembly()
      },
    ])
    app.stage.answer = .after(.seconds(1), app.time)
    return navigator
  }

  private func saved(_ requests: NavigationRequest...) -> NavigationTree {
    requests.reduce(NavigationTree()) { tree, request in
      if case .perform(let transition) = tree.decide(request) { transition.after } else { tree }
    }
  }

  /// `tabs` with the tabs `details` and `slow`; `slow` is selected, and has `other` on it.
  private func saved() throws -> NavigationTree {
    saved(
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

  @Test(arguments: Moment.allCases) func closingEverythingEndsARestoration(moment: Moment) throws {
    if moment == .guarded { app.guards["other"] = Guard { _, _ in .hold(until: .never) } }
    let navigator = try makeNavigator()
    ready.value = moment != .readiness
    if moment == .queued { navigator.router.setRoot(.plain).start() }
    let restoring = Recorder(navigator.restore(try saved()))
    reach(moment)
    #expect(restoring.events.isEmpty)
    navigator.closeAll()
    let shown = app.stage.transitions.count
    app.time.advance(by: .seconds(60))
    ready.value = true
    #expect(restoring.failure == .closed("app") && restoring.events.count == 1)
    #expect(navigator.tree.value.root == nil)
    #expect(app.stage.transitions.count == shown)
    #expect(app.time.pending == 0)
    #expect(navigator.leaks() == [])
  }

  @Test(arguments: [Moment.queued, .root, .tab, .guarded, .top]) func closingEverythingEndsALink(moment: Moment) throws
  {
    if moment == .guarded { app.guards["form"] = Guard { _, _ in .hold(until: .never) } }
    let navigator = try makeNavigator()
    if moment == .queued { navigator.router.setRoot(.plain).start() }
    let link = Recorder(navigator.open("/tabs/slow/other;value=b/form"))
    reach(moment)
    #expect(link.events.isEmpty)
    navigator.closeAll()
    let shown = app.stage.transitions.count
    app.time.advance(by: .seconds(60))
    #expect(link.failure == .closed("app") && link.events.count == 1)
    #expect(navigator.tree.value.root == nil)
    #expect(app.stage.transitions.count == shown)
    #expect(app.time.pending == 0)
    #expect(navigator.leaks() == [])
  }

  @Test func anotherRootLeavesOutTheScreensNotYetRestored() throws {
    let navigator = try makeNavigator()
    let restoring = Recorder(navigator.restore(try saved()))
    reach(.tab)
    navigator.router.setRoot(.plain).start()
    app.time.advance(by: .seconds(60))
    #expect(
      restoring.failure == .incomplete([.init(route: "slow", reason: .closed("tabs#1"))]))
    #expect(navigator.routesOfPath == ["plain"])
    #expect(navigator.leaks() == [])
  }

  @Test func aTabThatClosesBeforeItsSelectionIsReported() throws {
    let navigator = try makeNavigator()
    let tree = saved(
      .open(Route.tabs.destination, .root, from: nil), .open(fleeting.destination, .tab, from: 1),
      .open(try Route.other.destination(with: "b"), .tab, from: 1))
    let restoring = Recorder(navigator.restore(tree))
    app.time.advance(by: .seconds(60))
    #expect(restoring.failure == .incomplete([.init(route: "fleeting", reason: .closed("fleeting"))]))
    #expect(navigator.tree.value.description == "tabs#1 *\n  other#3 (tab) \"b\" *")
  }
}
