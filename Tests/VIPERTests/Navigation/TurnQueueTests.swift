import Signals
import SignalsTesting
import Testing
import VIPER
import VIPERTesting

/// Steps that wait for the one before, and verbs and modules that end meanwhile.
@MainActor @Suite struct TurnQueueTests {
  private let app = TestApp()

  private func slowHome() throws -> (Navigator, Router<Never>) {
    defer { app.stage.answer = .after(.seconds(1), app.time) }
    return try app.home()
  }

  @Test(arguments: [true, false]) func aVerbOrALinkDisposedBeforeItsTurnOpensNothing(isLink: Bool) throws {
    let (navigator, home) = try slowHome()
    let first = Recorder(home.push(.details, with: "a"))
    let waiting = isLink ? navigator.open("/plain").start() : navigator.router.present(.form).start()
    waiting.dispose()
    app.time.advance(by: .seconds(10))
    #expect(navigator.path == ["home#1", "details#2"] && app.stage.kinds == [.root, .push])
    #expect(first.events.isEmpty)
  }

  @Test func aVerbDisposedDuringItsTransitionClosesItsModuleAfterIt() throws {
    let (navigator, home) = try slowHome()
    let opening = home.push(.details, with: "a").start()
    app.time.advance(by: .milliseconds(500))
    opening.dispose()
    app.time.advance(by: .seconds(5))
    #expect(navigator.path == ["home#1"] && app.stage.kinds == [.root, .push, .back])
    #expect(navigator.leaks() == [])
  }

  @Test func resultsCanBeAskedForWhileTheModuleIsBuilt() throws {
    let results = MutableProperty<[String]>([])
    let list = Module(Route<Void, Never>("list"), opens: .form, fromAnywhere: true) { router, _ in
      router.results(of: .form).observeValues { result in results.modify { $0.append(result) } }.stored(
        in: router.alive)
      return Assembly()
    }
    let navigator = try app.makeNavigator([list])
    navigator.open("/list/form").start()
    app.presenter("form#2", as: String.self)?.router.finish.execute("kept")
    #expect(results.value == ["kept"])
  }

  @Test func manyStepsAtOnceDoNotGrowTheStack() throws {
    let (navigator, home) = try slowHome()
    home.push(.details, with: "a").start()
    app.stage.answer = .atOnce
    for _ in 0..<2_500 {
      navigator.router.setRoot(.home).start()
      navigator.router.setRoot(.plain).start()
    }
    app.time.advance(by: .seconds(2))
    #expect(navigator.routesOfPath == ["plain"])
    #expect(app.stage.kinds.count == 5_002)
  }

  @Test func requestsMadeWhileObserversGetAStepRunAfterIt() throws {
    let navigator = try slowHome().0
    app.stage.answer = .atOnce
    let seen = MutableProperty<[String]>([])
    navigator.tree.changes.observeValues { [weak navigator] tree in
      seen.modify { $0.append(tree.path.map(\.destination.route).joined(separator: "/")) }
      guard tree.path.count == 2 else { return }
      MainActor.assumeIsolated { _ = navigator?.router.setRoot(.plain).start() }
    }
    app.presenter("home#1", as: Never.self)?.router.push(.details, with: "a").start()
    #expect(seen.value == ["home/details", "plain"])
    #expect(navigator.leaks() == [])
  }

  @Test(arguments: [true, false])
  func goingBackDuringATransitionClosesTheScreenAboutToBeShownOnce(alreadyShown: Bool) throws {
    let (navigator, home) = try slowHome()
    home.push(.details, with: "a").start()
    let ways = (0..<2).map { _ in Recorder(navigator.userBack(alreadyShown: alreadyShown)) }
    app.time.advance(by: .seconds(alreadyShown ? 1 : 2))
    #expect(ways[0].isCompleted && ways[1].failure == .closed("details#2"))
    // A view that has gone back twice is asked to show the current tree, before any other.
    #expect(navigator.path == ["home#1"] && app.stage.kinds == [.root, .push, .back])
    #expect(app.stage.transitions.last?.after == navigator.tree.value)
    home.present(.form).start()
    #expect(app.stage.kinds.count == (alreadyShown ? 3 : 4))
    app.time.advance(by: .seconds(9))
    #expect(app.stage.kinds == [.root, .push, .back, .modal])
  }

  @Test func aSwipeWithNothingBelowIsUndone() throws {
    let navigator = try app.makeNavigator()
    #expect(Recorder(navigator.userBack(alreadyShown: true)).failure == .nothingBelow)
    navigator.open("/home").start()
    #expect(Recorder(navigator.userBack(alreadyShown: true)).failure == .nothingBelow)
    #expect(app.stage.kinds == [.root, .back])
    #expect(app.stage.transitions.last?.after == navigator.tree.value)
  }

  @Test(arguments: [true, false]) func aRootThatFinishesWhileItIsBuiltDeliversItsResultAndStays(isSlow: Bool) throws {
    let eager = Route<Void, Int>("eager")
    let module = Module(eager, opens: .details, fromAnywhere: true) { router, _ in
      router.finish.execute(7)
      return Assembly()
    }
    let navigator = try app.makeNavigator([module])
    if isSlow { app.stage.answer = .after(.seconds(1), app.time) }
    let result = Recorder(navigator.router.setRoot(eager))
    app.time.advance(by: .seconds(9))
    #expect(result.values == [7] && result.isCompleted)
    #expect(navigator.routesOfPath == ["eager"])
    // A caller that waits for a replaced root gets the result of its replacement.
    let form = Recorder(navigator.router.setRoot(.plain))
    app.time.advance(by: .seconds(9))
    navigator.router.replace(eager).start()
    app.time.advance(by: .seconds(9))
    #expect(form.values == [7])
  }

  @Test func disposingAVerbWhileItsModuleIsBuiltClosesTheModule() throws {
    let opening = MutableProperty<Disposable?>(nil)
    let unwanted = Route<Void, Int>("unwanted")
    let navigator = try app.makeNavigator([
      Module(unwanted, fromAnywhere: true) { _, _ in
        opening.value?.dispose()
        return Assembly()
      }
    ])
    navigator.open("/home").start()
    let (start, input) = Signal<Void, RouteError>.pipe()
    let router = navigator.router
    opening.value = start.flatMap { router.push(unwanted) }.start()
    input.send(())
    #expect(navigator.routesOfPath == ["home"] && app.stage.kinds == [.root, .push, .back])
  }

  @Test func aPresenterThatClosesEverythingWhenItIsAskedMayDoSo() throws {
    @MainActor final class Rash: Presenter {
      weak var navigator: Navigator?
      func shouldGoBack() -> Bool {
        navigator?.closeAll()
        return true
      }
    }
    let rash = Module(Route<Void, Never>("rash"), fromAnywhere: true) { [weak app] _, _ in
      let presenter = Rash()
      presenter.navigator = app?.navigator
      return Assembly(presenter: presenter)
    }
    let navigator = try app.makeNavigator([rash])
    navigator.open("/home/rash").start()
    #expect(Recorder(navigator.userBack()).failure == .closed("rash#2"))
    #expect(navigator.tree.value.root == nil && navigator.leaks() == [])
  }
}
