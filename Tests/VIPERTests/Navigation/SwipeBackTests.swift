import Signals
import SignalsTesting
import Testing
import VIPER
import VIPERTesting

/// The user closes a module with the modules on it, such as a sheet that is swiped away.
@MainActor @Suite struct SwipeBackTests {
  private let app = TestApp()

  /// `home#1` with `details#2`, and `form#3` on that.
  private func makeNavigator() throws -> Navigator {
    let navigator = try app.open("/home/details;value=a/form")
    _ = app.takeLog()
    return navigator
  }

  @Test(arguments: [true, false]) func screensOnTopCloseInTheSameStep(isShown: Bool) throws {
    let navigator = try makeNavigator(), shown = app.stage.kinds.count
    #expect(Recorder(navigator.userClose(2, alreadyShown: isShown)).values.count == 1)
    #expect(navigator.path == ["home#1"])
    #expect(app.stage.kinds.dropFirst(shown) == (isShown ? [] : [.back]))
    #expect(
      app.log.filter { !$0.hasSuffix("ended") } == [
        "form#3 loses", "home#1 gains", "form#3 unloaded", "details#2 unloaded",
      ])
  }

  @Test(arguments: ["form#3", "details#2"], [true, false])
  func onePresenterThatRefusesToCloseKeepsAllModules(name: String, isShown: Bool) throws {
    let navigator = try makeNavigator(), before = navigator.tree.value, shown = app.stage.kinds.count
    app.refusesBack = [name]
    let problem = RouteError.refused("'\(name.dropLast(2))' refuses to close now")
    #expect(Recorder(navigator.userClose(2, alreadyShown: isShown)).failure == problem)
    #expect(navigator.tree.value == before && app.log == [])
    // The view that went ahead is asked to show it again.
    #expect(app.stage.kinds.dropFirst(shown) == (isShown ? [.back] : []))
    #expect(!isShown || app.stage.transitions.last?.after == before)
  }

  @Test func aScreenAboutToOpenOnItClosesAfterThat() throws {
    let navigator = try makeNavigator()
    app.presenter("form#3", as: String.self)?.router.back.execute()
    app.stage.answer = .after(.seconds(1), app.time)
    app.presenter("details#2", as: Int.self)?.router.push(.other, with: "b").start()
    let closing = Recorder(navigator.userClose(2, alreadyShown: true))
    #expect(closing.events.isEmpty)
    app.time.advance(by: .seconds(1))
    #expect(closing.isCompleted && navigator.path == ["home#1"])
  }

  @Test(arguments: [(1, RouteError.nothingBelow), (9, .closed("#9"))])
  func aModuleThatCannotCloseIsAnError(id: Int, error: RouteError) throws {
    let navigator = try makeNavigator(), before = navigator.tree.value
    #expect(Recorder(navigator.userClose(id)).failure == error)
    #expect(navigator.tree.value == before)
  }

  @Test func aSwipeIsShownByTheStageIfAnotherTransitionWasShownSince() throws {
    let navigator = try app.open("/home/form")
    let home = try app.router("home#1")
    app.stage.answer = .after(.seconds(1), app.time)
    home.tab(.details, with: "1").start()
    home.tab(.details, with: "2").start()
    let closing = Recorder(navigator.userClose(2, alreadyShown: true))
    app.time.advance(by: .seconds(9))
    #expect(closing.isCompleted)
    #expect(navigator.tree.value.description == "home#1 *\n  details#3 (tab) \"1\" *\n  details#4 (tab) \"2\"")
    #expect(app.stage.transitions.last?.after == navigator.tree.value)
  }
}
