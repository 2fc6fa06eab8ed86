import Signals
import SignalsTesting
import Testing
import VIPER
import VIPERTesting

/// The user closes a module with the modules on it, such as a sheet that is swiped away, or taps on a tab.
@MainActor @Suite struct UserStepsTests {
  private let app = TestApp()

  /// `home#1` with `details#2`, and `form#3` on that.
  private func makeNavigator() throws -> Navigator {
    let navigator = try app.open("/home/details;value=a/form")
    _ = app.takeLog()
    return navigator
  }

  @Test(arguments: [true, false]) func screensOnTopCloseInTheSameStep(isShown: Bool) throws {
    let navigator = try makeNavigator(), shown = app.stage.kinds.count
    let closing = Recorder(navigator.userClose(2, alreadyShown: isShown))
    #expect([closing.outcome, navigator.address] == ["done", "home#1"])
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
    let closing = Recorder(navigator.userClose(2, alreadyShown: isShown))
    #expect(closing.outcome == "refused('\(name.dropLast(2))' refuses to close now)")
    #expect(navigator.tree.value == before)
    #expect(app.log == [])
    // The view that went ahead is asked to show it again.
    #expect(app.stage.kinds.dropFirst(shown) == (isShown ? [.back] : []))
    #expect(app.stage.transitions.last?.after == before)
  }

  @Test func aScreenAboutToOpenOnItClosesAfterThat() throws {
    let navigator = try makeNavigator()
    try app.form(3).back().start()
    app.slowDown()
    try app.details().push(.other, with: "b").start()
    let closing = Recorder(navigator.userClose(2, alreadyShown: true)), before = closing.outcome
    app.time.advance(by: .seconds(1))
    #expect([before, closing.outcome, navigator.address] == ["waiting", "done", "home#1"])
  }

  @Test func aSwipeIsShownByTheStageIfAnotherTransitionWasShownSince() throws {
    let navigator = try app.open("/home/form"), home = try app.router("home#1")
    app.slowDown()
    home.tab(.details, with: "1").start()
    home.tab(.details, with: "2").start()
    let closing = Recorder(navigator.userClose(2, alreadyShown: true))
    app.time.advance(by: .seconds(9))
    #expect(
      "\(closing.outcome) \(navigator.tree.value)" == """
        done home#1 *
          details#3 (tab) "1" *
          details#4 (tab) "2"
        """)
    #expect(app.stage.transitions.last?.after == navigator.tree.value)
  }

  @Test func aTabIsShownWithTheScreensOnItAndNothingCloses() throws {
    let navigator = try app.makeNavigatorWithTabs()
    try app.details().push(.details, with: "top").start()
    let before = navigator.tree.value, shown = app.stage.kinds.count
    // The tab is already shown at the end.
    let taps = [3, 2, 2].map { "\(Recorder(navigator.userSelect($0)).outcome): \(navigator.address)" }
    let first = "done: tabs#1/details#2/details#4"
    #expect(taps == ["done: tabs#1/other#3", first, first])
    #expect(navigator.tree.value == before)
    #expect(app.stage.kinds.dropFirst(shown) == [.select, .select])
  }

  @Test func aModuleThatCannotCloseOrIsNotATabIsAnError() throws {
    let navigator = try app.makeNavigatorWithTabs(), before = navigator.tree.value
    try app.details().push(.details, with: "top").start()
    let requests = [1, 9].map { navigator.userClose($0) } + [1, 4, 9].map(navigator.userSelect)
    #expect(
      requests.map { Recorder($0).failure?.description } == [
        "there is nothing to go back to; open something first, or replace the root",
        "'#9' is not open, or has closed; open it and try again",
        "'tabs#1' is not a tab; select a module that was opened by `tab`",
        "'details#4' is not a tab; select a module that was opened by `tab`",
        "'#9' is not open, or has closed; open it and try again",
      ])
    navigator.userBack().start()
    #expect(navigator.tree.value == before)
  }

  @Test func aTabIsShownAfterItHasOpenedAndAClosingOneIsAnErrorWithItsName() throws {
    let navigator = try app.makeNavigatorWithTabs()
    app.slowDown()
    try app.router("tabs#1").tab(.other, with: "c").start()
    let opening = Recorder(navigator.userSelect(4))
    app.time.advance(by: .seconds(9))
    #expect([opening.outcome, navigator.address] == ["done", "tabs#1/other#4"])
    // Another step is under way.
    try app.other(4).back().start()
    try app.other(3).back().start()
    let closing = Recorder(navigator.userSelect(3))
    app.time.advance(by: .seconds(9))
    #expect([closing.outcome, navigator.address] == ["closed(other)", "tabs#1/details#2"])
  }
}
