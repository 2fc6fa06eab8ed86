import Signals
import SignalsTesting
import Testing
import VIPER
import VIPERTesting

/// Closing everything at every moment, from every caller.
@MainActor @Suite struct ClosingEverythingTests {
  enum Moment: String, CaseIterable, Sendable {
    case build, loaded, gains, focusedEnded = "focused ended", loses, unloaded, aliveEnded = "alive ended"
    case shown, treeChanged, result
  }

  private let app = TestApp()

  /// A module that closes everything, or does something else, at a moment of its life.
  private func rash(_ moment: Moment, _ act: (@MainActor @Sendable () -> Void)? = nil) -> Module {
    Module(Route<Void, Int>("rash"), opens: .details) { [weak app] router, _ in
      @MainActor final class Rash: Presenter {
        let router: Router<Int>
        let reach: @MainActor @Sendable (Moment) -> Void
        init(_ router: Router<Int>, _ reach: @escaping @MainActor @Sendable (Moment) -> Void) {
          (self.router, self.reach) = (router, reach)
        }
        func loaded() {
          reach(.loaded)
          router.alive.add(Disposable { [reach] in MainActor.assumeIsolated { reach(.aliveEnded) } })
        }
        func willGainFocus() {
          reach(.gains)
          router.focused.add(Disposable { [reach] in MainActor.assumeIsolated { reach(.focusedEnded) } })
        }
        func willLoseFocus() { reach(.loses) }
        func unloaded() { reach(.unloaded) }
      }
      let reach: @MainActor @Sendable (Moment) -> Void = { [weak app] reached in
        app?.note("rash#2 \(reached.rawValue)")
        guard reached == moment else { return }
        if let act { act() } else { app?.navigator?.closeAll() }
      }
      if moment == .build { app?.navigator?.closeAll() }
      return Assembly(presenter: Rash(router, reach))
    }
  }

  /// The notifications of a module so far.
  private func life(of name: String) -> [String] {
    app.log.filter { $0.hasPrefix(name) }.map { String($0.dropFirst(name.count + 1)) }
  }

  @Test(arguments: Moment.allCases) func everyModuleLivesInOrder(moment: Moment) throws {
    let navigator = try app.makeNavigator([rash(moment)])
    navigator.open("/home").start()
    let watching = navigator.tree.changes.observeValues { [weak navigator] tree in
      let isUp = tree.path.count == 2
      MainActor.assumeIsolated { if moment == .treeChanged, isUp { navigator?.closeAll() } }
    }
    let push = navigator.router.push(Route<Void, Int>("rash")).doCompleted { [weak navigator] in
      MainActor.assumeIsolated { if moment == .result { navigator?.closeAll() } }
    }
    let opening = Recorder(push)
    if moment == .shown { navigator.closeAll() }
    navigator.userBack().start()
    #expect(opening.failure == ([.build, .loaded, .gains].contains(moment) ? .closed("app") : nil))
    #expect(opening.events.count == 1 && navigator.tree.value.root == nil && navigator.leaks() == [])
    let rash = life(of: "rash#2")
    switch moment {
    case .build: #expect(rash == [])
    case .loaded: #expect(rash == ["loaded", "unloaded", "alive ended"])
    default: #expect(rash == ["loaded", "gains", "focused ended", "loses", "unloaded", "alive ended"])
    }
    let once = ["gains", "focused ended", "loses"]
    let uncovered = [.focusedEnded, .loses, .unloaded, .aliveEnded, .result].contains(moment)
    #expect(life(of: "home#1") == ["loaded"] + once + (uncovered ? once : []) + ["unloaded", "alive ended"])
    // The top module closes first.
    #expect(app.log.suffix(2) == ["home#1 unloaded", "home#1 alive ended"])
    watching.dispose()
  }

  @Test func theTopIsFreedFirstEvenWhileItIsClosing() throws {
    let navigator = try app.open("/home/details;value=a/form")
    app.stage.answer = .after(.seconds(1), app.time)
    app.presenter("form#3", as: String.self)?.router.back.execute()
    _ = app.takeLog()
    navigator.closeAll()
    #expect(
      app.takeLog() == [
        "details#2 focused ended", "details#2 loses", "form#3 unloaded", "form#3 alive ended", "details#2 unloaded",
        "details#2 alive ended", "home#1 unloaded", "home#1 alive ended",
      ])
    // The stage releases all views, including those that it is still hiding.
    #expect(app.stage.transitions.last?.closed.map(\.id) == [3, 2, 1])
  }

  @Test func requestsMadeAfterClosingEverythingOpen() throws {
    let navigator = try app.open("/home/form")
    let form = app.presenter("form#2", as: String.self)?.router
    let before = MutableProperty<RouteError?>(nil)
    form?.alive.add(
      Disposable { [weak navigator] in
        MainActor.assumeIsolated {
          navigator?.router.push(.details, with: "a").observe { event in
            if case .failed(let error) = event { before.value = error }
          }
          navigator?.closeAll()
          navigator?.router.setRoot(.plain).start()
        }
      })
    navigator.userBack().start()
    #expect(before.value == .closed("app"))
    #expect(navigator.tree.value.description == "plain#3 *")
  }

  @Test func theNextStepIsShownAfterThat() throws {
    let navigator = try app.open("/home")
    app.stage.answer = .after(.seconds(1), app.time)
    navigator.closeAll()
    let root = Recorder(navigator.router.setRoot(.plain))
    #expect(app.stage.kinds == [.root, .back])
    app.time.advance(by: .seconds(1))
    #expect(app.stage.kinds == [.root, .back, .root])
    app.time.advance(by: .seconds(1))
    #expect(navigator.tree.value.description == "plain#2 *")
    #expect(root.events.isEmpty)
  }

  @Test(arguments: [RecordingStage.Answer.never, .failing(.invalid("no screen"))])
  func aStageThatCannotShowItIsReportedAndNavigationGoesOn(answer: RecordingStage.Answer) throws {
    let navigator = try app.open("/home")
    app.stage.answer = answer
    navigator.closeAll()
    app.stage.answer = .atOnce
    navigator.router.setRoot(.plain).start()
    app.time.advance(by: .seconds(30))
    #expect(navigator.tree.value.description == "plain#2 *")
    let refused = navigator.trace.entries.filter { $0.kind == .route && $0.name == "close everything" }
    #expect(refused.count == 1)
    #expect(app.time.pending == 0)
  }

  /// Answers when the test says so.
  @MainActor private final class WaitingStage: Stage {
    var waits = false
    private(set) var answer: Emitter<Never, RouteError>?

    func perform(_ transition: Transition, view: (Int) -> AnyObject?) -> Signal<Never, RouteError> {
      guard waits else { return .empty }
      let (shown, answer) = Signal<Never, RouteError>.pipe()
      self.answer = answer
      return shown
    }
  }

  @Test(arguments: [Moment.focusedEnded, .loses, .unloaded, .aliveEnded], [true, false])
  func aStageThatAnswersDuringItIsTooLate(moment: Moment, isShown: Bool) throws {
    let stage = WaitingStage()
    let rash = rash(moment) { [weak stage] in
      if isShown { stage?.answer?.complete() } else { stage?.answer?.fail(.invalid("no room")) }
    }
    let navigator = try Navigator(stage: stage, environment: .fixed(on: app.time), modules: app.modules + [rash])
    navigator.open("/home").start()
    stage.waits = true
    let opening = Recorder(navigator.router.push(Route<Void, Int>("rash")))
    stage.waits = false
    let trees = Recorder(navigator.tree.changes)
    navigator.closeAll()
    #expect(opening.failure == .closed("app") && opening.events.count == 1)
    #expect(trees.values.map(\.path.count) == [0])
    let life = ["loaded", "gains", "focused ended", "loses", "unloaded", "alive ended"]
    for name in ["rash#2", "home#1"] { #expect(self.life(of: name) == life) }
    #expect(navigator.leaks() == [] && app.time.pending == 0)
  }

  /// A stage that closes everything when it is asked to show the details, and then answers.
  @MainActor private final class RashStage: Stage {
    weak var navigator: Navigator?
    let answer: Signal<Never, RouteError>
    init(_ answer: Signal<Never, RouteError>) { self.answer = answer }

    func perform(_ transition: Transition, view: (Int) -> AnyObject?) -> Signal<Never, RouteError> {
      if transition.opened.contains(where: { $0.destination.route == "details" }) { navigator?.closeAll() }
      return answer
    }
  }

  @Test(arguments: [true, false]) func theStageMayCloseEverythingInsteadOfShowing(isAtOnce: Bool) throws {
    let answer = Signal<Never, RouteError>.empty
    let stage = RashStage(isAtOnce ? answer : answer.delay(.seconds(1), on: app.time))
    let navigator = try Navigator(stage: stage, environment: .fixed(on: app.time), modules: app.modules)
    stage.navigator = navigator
    navigator.open("/home").start()
    app.time.run()
    let opening = Recorder(navigator.router.push(.details, with: "a"))
    app.time.run()
    #expect(opening.values.isEmpty && opening.failure == .closed("app"))
    #expect(navigator.tree.value.root == nil && navigator.leaks() == [])
  }
}
