import Signals
import SignalsTesting
import Testing
import VIPER
import VIPERTesting

/// Steps that wait for the one before, and verbs and modules that end meanwhile.
@MainActor @Suite struct TurnQueueTests {
  private let app = TestApp()

  private func slowHome() throws -> (Navigator, Router<Never>) {
    defer { app.slowDown() }
    return try app.home()
  }

  @Test(arguments: [true, false]) func aDisposedVerbOpensNothingBeforeItsTurnAndClosesDuringIt(
    isLink: Bool
  ) throws {
    let (navigator, home) = try slowHome(), first = Recorder(home.push(.details, with: "a"))
    let waiting = isLink ? navigator.open("/plain").start() : navigator.router.present(.form).start()
    waiting.dispose()
    app.time.advance(by: .seconds(10))
    #expect([first.outcome, navigator.address] == ["waiting", "home#1/details#2"])
    // One that is disposed during its transition closes its module after it.
    let opening = navigator.router.present(.form).start()
    app.time.advance(by: .milliseconds(500))
    opening.dispose()
    app.time.advance(by: .seconds(5))
    #expect(navigator.address == "home#1/details#2")
    #expect(app.stage.kinds == [.root, .push, .modal, .back])
  }

  @Test func resultsCanBeAskedForWhileTheModuleIsBuilt() throws {
    let results = MutableProperty<[String]>([])
    _ = try app.open(
      "/list/form",
      [
        Module(Route<Void, Never>("list"), opens: .form, fromAnywhere: true) { router, _ in
          router.results(of: .form).observeValues { result in results.modify { $0.append(result) } }
            .stored(in: router.alive)
          return Assembly()
        }
      ])
    try app.form(2).finish("kept").start()
    #expect(results.value == ["kept"])
  }

  @Test func manyStepsAtOnceRunAfterTheirObserversAndDoNotGrowTheStack() throws {
    let navigator = try slowHome().0, seen = MutableProperty<[String]>([])
    app.stage.answer = .atOnce
    navigator.tree.changes.observeValues { [weak navigator] tree in
      seen.modify { $0.append(tree.path.map(\.destination.route).joined(separator: "/")) }
      guard tree.path.count == 2 else { return }
      MainActor.assumeIsolated {
        for _ in 0..<2_500 {
          navigator?.router.setRoot(.plain).start()
          navigator?.router.setRoot(.home).start()
        }
      }
    }
    try app.router("home#1").push(.details, with: "a").start()
    #expect(seen.value.prefix(2) == ["home/details", "plain"])
    #expect(seen.value.count == 5_001)
    #expect(navigator.leaks() == [])
  }

  @Test(arguments: [true, false])
  func goingBackDuringATransitionClosesTheScreenAboutToBeShownOnce(alreadyShown: Bool) throws {
    let (navigator, home) = try slowHome()
    home.push(.details, with: "a").start()
    let ways = (0..<2).map { _ in Recorder(navigator.userBack(alreadyShown: alreadyShown)) }
    app.time.advance(by: .seconds(alreadyShown ? 1 : 2))
    #expect(ways.map(\.outcome) + [navigator.address] == ["done", "closed(details#2)", "home#1"])
    // A view that has gone back twice is asked to show the current tree, before any other.
    #expect(app.stage.transitions.last?.after == navigator.tree.value)
    home.present(.form).start()
    #expect(app.stage.kinds == [.root, .push, .back] + (alreadyShown ? [] : [.modal]))
    app.time.advance(by: .seconds(9))
    #expect(app.stage.kinds == [.root, .push, .back, .modal])
  }

  @Test func aSwipeWithNothingBelowIsUndone() throws {
    let navigator = try app.makeNavigator(), empty = Recorder(navigator.userBack(alreadyShown: true))
    navigator.open("/home").start()
    let root = Recorder(navigator.userBack(alreadyShown: true))
    #expect([empty.outcome, root.outcome] == ["nothingBelow", "nothingBelow"])
    #expect(app.stage.kinds == [.root, .back])
    #expect(app.stage.transitions.last?.after == navigator.tree.value)
  }

  @Test(arguments: [true, false]) func aRootThatFinishesWhileItIsBuiltDeliversItsResultAndStays(isSlow: Bool) throws {
    let eager = Route<Void, Int>("eager")
    let navigator = try app.makeNavigator([
      Module(eager, opens: .details, fromAnywhere: true) { router, _ in
        router.finish(7).start()
        return Assembly()
      }
    ])
    if isSlow { app.slowDown() }
    func outcome(_ opening: Signal<Int, RouteError>, _ next: Signal<Int, RouteError>? = nil) -> String {
      let opening = Recorder(opening)
      app.time.advance(by: .seconds(9))
      next?.start()
      app.time.advance(by: .seconds(9))
      return "\(opening.outcome): \(navigator.address)"
    }
    let router = navigator.router
    // A caller that waits for a replaced root gets the result of its replacement.
    let outcomes = [outcome(router.setRoot(eager)), outcome(router.setRoot(.plain), router.replace(eager))]
    #expect(outcomes == ["7, end: eager#1", "7, end: eager#3"])
  }

  @Test func disposingAVerbWhileItsModuleIsBuiltClosesTheModule() throws {
    let opening = MutableProperty<Disposable?>(nil), unwanted = Route<Void, Int>("unwanted")
    let navigator = try app.open(
      "/home",
      [
        Module(unwanted, fromAnywhere: true) { _, _ in
          opening.value?.dispose()
          return Assembly()
        }
      ])
    let (start, input) = Signal<Void, RouteError>.pipe(), router = navigator.router
    opening.value = start.flatMap { router.push(unwanted) }.start()
    input.send(())
    #expect(navigator.path == ["home#1"])
    #expect(app.stage.kinds == [.root, .push, .back])
  }

  @Test func aPresenterThatClosesEverythingWhenItIsAskedMayDoSo() throws {
    final class Rash: Presenter {
      weak let navigator: Navigator?
      init(_ navigator: Navigator?) { self.navigator = navigator }
      func shouldGoBack() -> Bool {
        navigator?.closeAll()
        return true
      }
    }
    let rash = Module(Route<Void, Never>("rash"), fromAnywhere: true) { [weak app] _, _ in
      Assembly(presenter: Rash(app?.navigator))
    }
    let navigator = try app.open("/home/rash", [rash]), back = Recorder(navigator.userBack())
    #expect([back.outcome, navigator.address] == ["closed(rash#2)", ""])
    #expect(navigator.leaks() == [])
  }
}
