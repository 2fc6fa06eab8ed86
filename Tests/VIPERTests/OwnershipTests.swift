import Signals
import SignalsTesting
import Testing
import VIPER
import VIPERTesting

/// Every way a module can end frees every layer of it, at once.
@MainActor @Suite struct OwnershipTests {
  enum Ending: CaseIterable, Sendable {
    case back, userBack, finish, replace, setRoot, closedAncestor, disposal, everything, stageFailure, droppedNavigator
  }

  @Test(arguments: Ending.allCases) func everyEndingFreesEveryLayer(ending: Ending) throws {
    let app = TestApp()
    var navigator: Navigator? = try app.makeNavigator()
    navigator?.open("/home").start()
    if ending == .stageFailure { app.stage.answer = .failing(.invalid("no room")) }
    let alive = MutableProperty<[String]>([])
    let push = app.presenter("home#1", as: Never.self)?.router.push(.details, with: "a")
    let opening = try #require(push).observe { [app] _ in
      MainActor.assumeIsolated {
        // Whoever is told of the end is told after everything is freed.
        let held = app.layers("details#2").filter { $0.part.object != nil }.map(\.role)
        alive.modify { $0 += held }
      }
    }
    if ending != .stageFailure { #expect(app.layers("details#2").allSatisfy { $0.part.object != nil }) }
    end(ending, app, navigator, opening)
    if ending == .droppedNavigator {
      navigator = nil
      app.navigator = nil
    }
    #expect(app.layers("details#2").count == 4)
    for layer in app.layers("details#2") { #expect(layer.part.object == nil, "\(layer.role) after \(ending)") }
    #expect(alive.value == [])
    #expect(app.log.filter { $0.hasPrefix("details#2") }.suffix(2) == ["details#2 unloaded", "details#2 alive ended"])
    if let navigator { #expect(navigator.leaks() == []) }
  }

  private func end(_ ending: Ending, _ app: TestApp, _ navigator: Navigator?, _ opening: Disposable) {
    let back = app.presenter("details#2", as: Int.self)?.router.back
    let finish = app.presenter("details#2", as: Int.self)?.router.finish
    switch ending {
    case .back: back?.execute()
    case .userBack: navigator?.userBack().start()
    case .finish: finish?.execute(1)
    case .replace: app.presenter("details#2", as: Int.self)?.router.replace(.other, with: "b").start()
    case .setRoot: navigator?.router.setRoot(.plain).start()
    case .closedAncestor:
      app.presenter("details#2", as: Int.self)?.router.push(.other, with: "b").start()
      app.presenter("other#3", as: Int.self)?.router.back(to: .home).start()
    case .disposal: opening.dispose()
    case .everything: navigator?.closeAll()
    case .stageFailure, .droppedNavigator: break
    }
  }

  @Test func aGuardThatRefusesWhatIsFurtherUpLeavesNothingHalfBuilt() throws {
    let app = TestApp()
    app.guards["other"] = Guard { _, _ in .refuse("members only") }
    let navigator = try app.makeNavigator()
    let opening = Recorder(navigator.open("/home/details;value=a/other;value=b"))
    #expect(opening.failure == .refused("members only"))
    #expect(navigator.tree.value.path.map(\.destination.route) == ["home", "details"])
    #expect(app.layers("other#3").isEmpty)
    navigator.userBack().start()
    #expect(app.layers("details#2").allSatisfy { $0.part.object == nil })
    #expect(navigator.leaks() == [])
  }
}
