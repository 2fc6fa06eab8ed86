import Signals
import SignalsTesting
import Testing
import VIPER
import VIPERTesting

/// The user's tap on a tab.
@MainActor @Suite struct SelectingATabTests {
  private let app = TestApp()

  /// `tabs#1` with the tabs `details#2` and `other#3`, and `details#4` on the first.
  private func makeNavigator() throws -> Navigator {
    let navigator = try app.makeNavigatorWithTabs()
    app.presenter("details#2", as: Int.self)?.router.push(.details, with: "top").start()
    return navigator
  }

  @Test func aTabIsShownWithTheScreensOnItAndNothingCloses() throws {
    let navigator = try makeNavigator(), before = navigator.tree.value
    #expect(Recorder(navigator.userSelect(3)).values.count == 1)
    #expect(navigator.path == ["tabs#1", "other#3"] && app.stage.kinds.last == .select)
    #expect(Recorder(navigator.userSelect(2)).isCompleted)
    #expect(navigator.tree.value == before)
    // The tab is already shown.
    #expect(Recorder(navigator.userSelect(2)).isCompleted)
    #expect(app.stage.kinds.suffix(2) == [.select, .select])
  }

  @Test(arguments: [
    (1, "'tabs#1' is not a tab; select a module that was opened by `tab`"),
    (4, "'details#4' is not a tab; select a module that was opened by `tab`"),
    (9, "'#9' is not open, or has closed; open it and try again"),
  ]) func aNodeThatIsNotATabIsAnError(id: Int, message: String) throws {
    let navigator = try makeNavigator(), before = navigator.tree.value
    #expect(Recorder(navigator.userSelect(id)).failure?.description == message)
    #expect(navigator.tree.value == before)
  }

  @Test func aTabThatIsClosingIsAnErrorThatNamesIt() throws {
    let navigator = try makeNavigator()
    app.stage.answer = .after(.seconds(1), app.time)
    navigator.userBack().start()
    app.presenter("other#3", as: Int.self)?.router.back.execute()
    let selection = Recorder(navigator.userSelect(3))
    app.time.advance(by: .seconds(9))
    #expect(selection.failure == .closed("other") && navigator.path == ["tabs#1", "details#2"])
  }

  @Test func aTabThatIsAboutToOpenIsShownAfterThat() throws {
    let navigator = try makeNavigator()
    app.stage.answer = .after(.seconds(1), app.time)
    app.presenter("tabs#1", as: Never.self)?.router.tab(.other, with: "c").start()
    let selection = Recorder(navigator.userSelect(5))
    app.time.advance(by: .seconds(9))
    #expect(selection.isCompleted && navigator.path == ["tabs#1", "other#5"])
  }
}
