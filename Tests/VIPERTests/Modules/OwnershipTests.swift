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

  @Test(arguments: Ending.allCases) func everyEndingFreesEveryLayer(ending: Ending) throws {
    let home = try app.open("/home").tree.value
    switch ending {
    case .stageFailure: app.stage.answer = .failing(.invalid("no room"))
    case .stageSilence: app.stage.answer = .never
    case .disposalDuringTheTransition, .everythingDuringTheTransition, .navigatorDroppedDuringTheTransition:
      app.slowDown()
    default: break
    }
    let alive = MutableProperty<[String]>([])
    let opening = try app.router("home#1").push(.details, with: "a").observe { [weak app] _ in
      // Observers of the end are notified after everything is freed.
      MainActor.assumeIsolated { alive.modify { $0 += app?.layersLeft("details#2") ?? [] } }
    }
    #expect(app.layersLeft("details#2").count == (ending == .stageFailure ? 0 : 5))
    try end(ending, opening, home)
    expectFreed("details#2")
    #expect(alive.value == [])
  }

  private func expectFreed(_ name: String, _ location: SourceLocation = #_sourceLocation) {
    #expect(app.layers(name).count == 5, sourceLocation: location)
    #expect(app.layersLeft(name) == [], sourceLocation: location)
    let log = app.log.filter { $0.hasPrefix(name) }.suffix(2) + (app.navigator?.leaks() ?? []).map(\.description)
    #expect(log == ["\(name) unloaded", "\(name) alive ended"], sourceLocation: location)
  }

  private func end(_ ending: Ending, _ opening: Disposable, _ home: NavigationTree) throws {
    let navigator = app.navigator
    switch ending {
    case .back: try app.details().back().start()
    case .userBack: navigator?.userBack().start()
    case .swipe: navigator?.userBack(alreadyShown: true).start()
    case .finish: try app.details().finish(1).start()
    case .replace: try app.details().replace(.other, with: "b").start()
    case .setRoot: navigator?.router.setRoot(.plain).start()
    case .link: navigator?.open("/home/form").start()
    case .restoration: navigator?.restore(home).start()
    case .closedAncestor:
      try app.details().push(.other, with: "b").start()
      try app.other(3).back(to: .home).start()
    case .closedHost:
      try app.details().embed(.other, with: "b").start()
      try app.other(3).tab(.details, with: "c").start()
      try app.details().back().start()
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

  @Test(arguments: [true, false]) func aGuardThatRefusesAfterAskingFreesItsQuestion(isRefused: Bool) throws {
    app.guards["details"] = Guard { _, router in
      .hold(until: router.present(.form).flatMap { _ in .fail(.refused("wrong password")) })
    }
    let navigator = try app.open("/home"), opening = Recorder(navigator.router.push(.details, with: "a"))
    #expect(app.layersLeft("form#2").count == 5)
    // When the caller disposes its signal, the guard's question ends, too.
    if isRefused { try app.form(2).finish("guess").start() } else { opening.dispose() }
    #expect(
      [opening.outcome, navigator.address] == [isRefused ? "refused(wrong password)" : "waiting", "home#1"])
    expectFreed("form#2")
    #expect(app.built("details") == [])
  }

  @Test(arguments: [true, false]) func aNavigatorReleasedInsideItsOwnNotificationEndsEverything(isResult: Bool) throws {
    weak var dropped: Navigator?
    let ended = MutableProperty<[String]>([])
    let drop: @Sendable () -> Void = { [weak app] in MainActor.assumeIsolated { app?.navigator = nil } }
    do {
      let (navigator, home) = try app.home()
      dropped = navigator
      home.alive.add(Disposable { ended.modify { $0.append("home") } })
      home.push(.details, with: "a").observe { event in
        if isResult, case .value = event { drop() }
        ended.modify { $0.append("\(event)") }
      }
    }
    let finish = try app.details().finish
    if !isResult { try app.details().focused.add(Disposable(drop)) }
    finish(7).start()
    #expect(dropped == nil)
    #expect(ended.value == ["value(7)", "completed", "home"])
    expectFreed("details#2")
    expectFreed("home#1")
  }

  @Test func workThatIsUnderWayEndsWithItsModule() throws {
    final class Busy: Presenter {
      let load: Command<Void, Int, RouteError>
      init(_ isRunning: MutableProperty<Bool>) { load = Command { .unending(isRunning) } }
      func loaded() { load.execute() }
    }
    let isRunning = MutableProperty(false)
    let navigator = try app.open(
      "/home/busy",
      [Module(Route<Void, Never>("busy"), fromAnywhere: true) { _, _ in Assembly(presenter: Busy(isRunning)) }])
    let wasRunning = isRunning.value
    navigator.userBack().start()
    #expect(wasRunning)
    #expect(!isRunning.value)
    #expect(navigator.leaks() == [])
  }

  @Test func aViewAloneAPresenterAloneAndNothingAreModules() throws {
    final class Alone: Presenter {}
    @MainActor final class Made { var parts: [Weak] = [] }
    let made = Made()
    func module(_ name: String, _ assemble: @escaping @MainActor @Sendable () -> Assembly) -> Module {
      Module(Route<Void, Never>(name), fromAnywhere: true) { _, _ in assemble() }
    }
    func watched<Part: AnyObject>(_ part: Part) -> Part {
      made.parts.append(Weak(part))
      return part
    }
    let navigator = try app.open(
      "/view/presenter/nothing",
      [
        module("view") { Assembly(view: watched(PlainView(nil))) },
        module("presenter") { Assembly(presenter: watched(Alone())) }, module("nothing") { Assembly() },
      ])
    #expect(navigator.path.count == 3)
    #expect(made.parts.allSatisfy { $0.object != nil })
    navigator.closeAll()
    #expect(made.parts.map { $0.object == nil } == [true, true])
    #expect(navigator.leaks() == [])
  }
}
