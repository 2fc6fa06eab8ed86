import Signals
import SignalsTesting
import Testing
import VIPER
import VIPERTesting

/// The app's own router decides by the screen that is visible at the verb's turn.
@MainActor @Suite struct AppRouterTests {
  private let app = TestApp()

  /// `tabs` with two tabs, of which `details` is on its way to be covered by a push that takes a second.
  private func pushing() throws -> Navigator {
    let navigator = try app.makeNavigatorWithTabs()
    app.stage.answer = .after(.seconds(1), app.time)
    app.presenter("details#2", as: Int.self)?.router.push(.other, with: "x").start()
    return navigator
  }

  private func description(_ navigator: Navigator) -> String {
    app.time.advance(by: .seconds(9))
    return navigator.tree.value.description
  }

  enum Verb: CaseIterable, Sendable { case replace, back, link }

  @Test(arguments: Verb.allCases) func aVerbStartsFromTheScreenVisibleAtItsTurn(verb: Verb) throws {
    let navigator = try pushing(), router = navigator.router
    let (asking, onDetails) =
      switch verb {
      case .replace: (router.replace(.plain).map { _ in }, "\n    plain#5 (push) *")
      case .back: (router.back(to: .details), " *")
      case .link: (router.open("/form"), "\n    other#4 (push) \"x\"\n      form#5 (modal) *")
      }
    let outcome = Recorder(asking)
    #expect(
      description(navigator) == """
        tabs#1 *
          details#2 (tab) "a"\(onDetails)
          other#3 (tab) "b"
        """)
    // A replacement waits for its result.
    #expect(outcome.events.count == (verb == .replace ? 0 : 2) && outcome.failure == nil)
  }

  @Test func selectUsesTheTabsOfTheScreenVisibleAtItsTurn() throws {
    let navigator = try app.open("/home")
    app.stage.answer = .after(.seconds(1), app.time)
    navigator.router.setRoot(.tabs).start()
    navigator.router.tab(.details, with: "a").start()
    // On `tabs`, although one of its tabs is visible, because the module itself adds the tab.
    let selecting = Recorder(navigator.router.select(.details, with: "a"))
    #expect(description(navigator) == "tabs#2 *\n  details#3 (tab) \"a\" *")
    #expect(selecting.isCompleted)
  }

  @Test func withNothingOpenItOpensTheRootOrSaysThatThereIsNothing() throws {
    let navigator = try app.makeNavigator()
    #expect(Recorder(navigator.router.back(to: .home)).failure == .nothingBelow)
    #expect(Recorder(navigator.router.select(.home)).failure == .closed("home"))
    #expect(Recorder(navigator.router.back.isEnabled.signal.prefix(1)).values == [false])
    navigator.router.replace(.home).start()
    #expect(navigator.tree.value.description == "home#1 *")
    let second = try TestApp().makeNavigator()
    #expect(Recorder(second.router.open("/home")).isCompleted)
    #expect(second.tree.value.description == "home#1 *")
  }

  @Test func theBagAliveEndsWithTheNavigator() throws {
    var navigator: Navigator? = try app.makeNavigator()
    let hasEnded = MutableProperty(false)
    navigator?.router.alive.add(Disposable { hasEnded.value = true })
    navigator?.open("/home").start()
    navigator?.closeAll()
    #expect(!hasEnded.value)
    app.navigator = nil
    navigator = nil
    #expect(hasEnded.value)
  }
}
