import Signals
import SignalsTesting
import Testing
import VIPER
import VIPERTesting

/// Every kind of closing frees every layer of a module at once.
@MainActor @Suite struct OwnershipTests {
  enum Ending: CaseIterable, Sendable {
    case back, userBack, swipe, finish, replace, setRoot, link, restoration, closedAncestor, closedHost, disposal
    case disposalDuringTheTransition, everything, everythingDuringTheTransition, stageFailure, stageSilence
    case droppedNavigator, navigatorDroppedDuringTheTransition
  }

  private let app = TestApp()

  /// The layers of a module that are still there.
  private func layers(_ name: String) -> [String] { Self.layers(name, of: app) }
  private static func layers(_ name: String, of app: TestApp) -> [String] {
    app.layers(name).filter { $0.part.object != nil }.map(\.role)
  }
  private func details() throws -> Router<Int> { try app.router("details#2", Int.self) }

  @Test(arguments: Ending.allCases) func everyEndingFreesEveryLayer(ending: Ending) throws {
    let home = try app.open("/home").tree.value
    switch ending {
    case .stageFailure: app.stage.answer = .failing(.invalid("no room"))
    case .stageSilence: app.stage.answer = .never
    case .disposalDuringTheTransition, .everythingDuringTheTransition, .navigatorDroppedDuringTheTransition:
      app.stage.answer = .after(.seconds(1), app.time)
    default: break
    }
    let alive = MutableProperty<[String]>([])
    let opening = try app.router("home#1").push(.details, with: "a").observe { [weak app] _ in
      // Observers of the end are notified after everything is freed.
      MainActor.assumeIsolated { alive.modify { $0 += app.map { Self.layers("details#2", of: $0) } ?? [] } }
    }
    #expect(layers("details#2").count == (ending == .stageFailure ? 0 : 5))
    try end(ending, opening, home)
    expectFreed("details#2")
    #expect(alive.value == [])
  }

  private func expectFreed(_ name: String, _ location: SourceLocation = #_sourceLocation) {
    let roles = app.layers(name).map(\.role)
    #expect(roles == ["view", "presenter", "interactor", "router", "alive"], sourceLocation: location)
    #expect(layers(name) == [] && app.navigator?.leaks() ?? [] == [], sourceLocation: location)
    let log = app.log.filter { $0.hasPrefix(name) }
    #expect(log.suffix(2) == ["\(name) unloaded", "\(name) alive ended"], sourceLocation: location)
  }

  private func end(_ ending: Ending, _ opening: Disposable, _ home: NavigationTree) throws {
    let navigator = app.navigator
    switch ending {
    case .back: try details().back.execute()
    case .userBack: navigator?.userBack().start()
    case .swipe: navigator?.userBack(alreadyShown: true).start()
    case .finish: try details().finish.execute(1)
    case .replace: try details().replace(.other, with: "b").start()
    case .setRoot: navigator?.router.setRoot(.plain).start()
    case .link: navigator?.open("/home/form").start()
    case .restoration: navigator?.restore(home).start()
    case .closedAncestor:
      try details().push(.other, with: "b").start()
      try app.router("other#3", Int.self).back(to: .home).start()
    case .closedHost:
      try details().embed(.other, with: "b").start()
      try app.router("other#3", Int.self).tab(.details, with: "c").start()
      try details().back.execute()
      for name in ["other#3", "details#4"] { expectFreed(name) }
    case .disposal, .disposalDuringTheTransition:
      opening.dispose()
      app.time.advance(by: .seconds(3))
    case .everything, .everythingDuringTheTransition: navigator?.closeAll()
    case .stageSilence: app.time.advance(by: .seconds(30))
    case .stageFailure: break
    case .droppedNavigator, .navigatorDroppedDuringTheTransition: app.navigator = nil
    }
  }

  @Test func aGuardThatRefusesAScreenFurtherUpLeavesNothingHalfBuilt() throws {
    app.guards["other"] = Guard { _, _ in .refuse("members only") }
    let navigator = try app.makeNavigator()
    let opening = Recorder(navigator.open("/home/details;value=a/other;value=b"))
    #expect(opening.failure == .refused("members only"))
    #expect(navigator.path == ["home#1", "details#2"] && app.built("other") == [])
    navigator.userBack().start()
    expectFreed("details#2")
  }

  @Test(arguments: [true, false]) func aGuardThatRefusesAfterAskingFreesItsQuestion(isRefused: Bool) throws {
    app.guards["details"] = Guard { _, router in
      .hold(until: router.present(.form).flatMap { _ in .fail(.refused("wrong password")) })
    }
    let navigator = try app.open("/home")
    let opening = Recorder(navigator.router.push(.details, with: "a"))
    #expect(layers("form#2").count == 5)
    if isRefused {
      app.presenter("form#2", as: String.self)?.router.finish.execute("guess")
      #expect(opening.failure == .refused("wrong password"))
    } else {
      // The caller has disposed its signal, so the guard's question ends.
      opening.dispose()
    }
    expectFreed("form#2")
    #expect(navigator.path == ["home#1"] && app.built("details") == [])
  }

  @Test(arguments: [true, false]) func aNavigatorReleasedInsideItsOwnNotificationEndsEverything(isResult: Bool) throws {
    weak var dropped: Navigator?
    let ended = MutableProperty<[String]>([])
    do {
      let navigator = try app.makeNavigator()
      dropped = navigator
      navigator.open("/home").start()
      let home = try app.router("home#1")
      home.alive.add(Disposable { ended.modify { $0.append("home") } })
      home.push(.details, with: "a").observe { [weak app] event in
        if isResult, case .value = event { MainActor.assumeIsolated { app?.navigator = nil } }
        ended.modify { $0.append("\(event)") }
      }
    }
    let details = try #require(app.presenter("details#2", as: Int.self)?.router.finish)
    if !isResult {
      app.presenter("details#2", as: Int.self)?.router.focused.add(
        Disposable { [weak app] in MainActor.assumeIsolated { app?.navigator = nil } })
    }
    details.execute(7)
    #expect(dropped == nil)
    expectFreed("details#2")
    expectFreed("home#1")
    #expect(ended.value == ["value(7)", "completed", "home"])
  }

  @Test func workThatIsUnderWayEndsWithItsModule() throws {
    final class Busy: Presenter {
      let load: Command<Void, Int, RouteError>
      init(_ isRunning: MutableProperty<Bool>) {
        load = Command { .unending(isRunning) }
      }
      func loaded() { load.execute() }
    }
    let isRunning = MutableProperty(false)
    let navigator = try app.makeNavigator([
      Module(Route<Void, Never>("busy"), fromAnywhere: true) { _, _ in Assembly(presenter: Busy(isRunning)) }
    ])
    navigator.open("/home/busy").start()
    #expect(isRunning.value)
    navigator.userBack().start()
    #expect(!isRunning.value && navigator.leaks() == [])
  }

  @Test func aViewAloneAPresenterAloneAndNothingAreModules() throws {
    final class Alone: Presenter {}
    let view = WeakBox(), presenter = WeakBox()
    let navigator = try app.makeNavigator([
      Module(Route<Void, Never>("view"), fromAnywhere: true) { _, _ in
        let made = PlainView(nil)
        view.object = made
        return Assembly(view: made)
      },
      Module(Route<Void, Never>("presenter"), fromAnywhere: true) { _, _ in
        let made = Alone()
        presenter.object = made
        return Assembly(presenter: made)
      },
      Module(Route<Void, Never>("nothing"), fromAnywhere: true) { _, _ in Assembly() },
    ])
    navigator.open("/view/presenter/nothing").start()
    #expect(view.object != nil && presenter.object != nil)
    navigator.closeAll()
    #expect(view.object == nil && presenter.object == nil && navigator.leaks() == [])
  }
}

@MainActor private final class WeakBox { weak var object: AnyObject? }
