import Signals
import SignalsTesting
import Testing
import VIPER
import VIPERTesting

/// The tree after a link or a restoration has failed: all checks come before the first module closes.
@MainActor @Suite struct LinkFailureTests {
  private let app = TestApp()
  private let ready = MutableProperty(true)

  /// `host#1`, which is not ready from now on, with `details#2` on it.
  private func hosted() throws -> Navigator {
    let navigator = try app.open(
      "/host/details;value=a",
      [
        Module(Route<Void, Never>("host"), opens: .details, .other) { [ready] _, _ in
          Assembly(presenter: LoadingPresenter(ready))
        }
      ])
    _ = app.takeLog()
    ready.value = false
    return navigator
  }

  private func home() throws -> Navigator {
    let navigator = try app.open("/home/details;value=a")
    _ = app.takeLog()
    return navigator
  }

  @Test func theModuleThatStaysHasToBeReadyBeforeAnyIsAskedAndCloses() throws {
    let navigator = try hosted(), before = navigator.tree.value
    let link = Recorder(navigator.open("/host/other;value=b", timeout: .seconds(3)))
    app.time.advance(by: .milliseconds(2999))
    var outcomes = [link.outcome]
    app.time.advance(by: .milliseconds(1))
    outcomes.append(link.outcome)
    #expect(navigator.tree.value == before)
    #expect(app.log == [])
    #expect(app.time.pending == 0)
    let refused = Recorder(navigator.open("/host/other;value=b"))
    app.refusesBack = ["details#2"]
    ready.value = true
    outcomes += [refused.outcome, navigator.address]
    (app.refusesBack, ready.value) = ([], false)
    let again = Recorder(navigator.open("/host/other;value=b"))
    ready.value = true
    outcomes += [again.outcome, navigator.address]
    #expect(
      outcomes == [
        "waiting", "timedOut(host)", "refused('details' refuses to close now)", "host#1/details#2", "done",
        "host#1/other#3",
      ])
  }

  @Test func aLinkThatOnlyClosesAndRequestsMadeWhileALinkWaitsAreNotDelayed() throws {
    #expect(try hosted().following("/host") == "done: host#1")
    ready.value = true
    let navigator = try hosted(), link = Recorder(navigator.open("/host/other;value=b"))
    let back = [Recorder(navigator.userBack()).outcome, navigator.address]
    ready.value = true
    #expect(back + [link.outcome, navigator.address] == ["done", "host#1", "done", "host#1/other#3"])
  }

  /// Openings that close screens, or replace the root.
  nonisolated private static let closing = [
    ("/home", false), ("/home/form", false), ("/home/other;value=b/form", false), ("/form", false), ("/form", true),
  ]

  private func open(_ link: String, isRestored: Bool, _ navigator: Navigator) throws -> Signal<Void, RouteError> {
    isRestored ? navigator.restore(try TestApp.tree(of: link)) : navigator.open(link)
  }

  @Test(arguments: closing) func aFirstStepThatCannotBeShownLeavesEverythingAsItIs(link: String, isRestored: Bool)
    throws
  {
    let navigator = try home(), before = navigator.tree.value
    app.stage.answer = .failing(.invalid("no room"))
    #expect(Recorder(try open(link, isRestored: isRestored, navigator)).outcome == "invalid(no room)")
    #expect(navigator.tree.value == before)
    #expect(navigator.leaks() == [])
    #expect(!app.log.contains("home#1 unloaded"))
    #expect(!app.log.contains("details#2 unloaded"))
  }

  @Test(arguments: closing.dropFirst()) func aRefusalByAGuardChangesNothing(link: String, isRestored: Bool) throws {
    app.guards["form"] = Guard { _, _ in .refuse("members only") }
    let navigator = try home()
    #expect(Recorder(try open(link, isRestored: isRestored, navigator)).outcome == "refused(members only)")
    #expect(navigator.path == ["home#1", "details#2"])
    #expect(app.log == [])
  }

  @Test func whatALinkClosesStaysOpenWhenTheStageCannotShowTheNext() throws {
    let navigator = try home()
    app.stage.answer = .failing(.invalid("no room"))
    let link = Recorder(navigator.open("/home/other;value=b"))
    #expect([link.outcome, navigator.address] == ["invalid(no room)", "home#1/details#2"])
    #expect(navigator.leaks() == [])
    #expect(
      app.log.filter { !$0.hasSuffix("ended") } == [
        "other#3 loaded", "details#2 loses", "other#3 gains", "other#3 loses", "details#2 gains", "other#3 unloaded",
      ])
    app.stage.answer = .atOnce
    #expect(navigator.following("/home/details;value=a") == "done: home#1/details#2")
  }
}
