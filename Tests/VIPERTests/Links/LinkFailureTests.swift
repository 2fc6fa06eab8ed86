import Foundation
import Signals
import SignalsTesting
import Testing
import VIPER
import VIPERTesting

/// The tree after a link or a restoration has failed: all checks come before the first module closes.
@MainActor @Suite struct LinkFailureTests {
  private final class Host: Presenter {
    private let ready: MutableProperty<Bool>
    init(_ ready: MutableProperty<Bool>) { self.ready = ready }
    var isReady: Property<Bool> { ready.readOnly }
  }

  private let app = TestApp()
  private let ready = MutableProperty(true)

  /// `host#1`, which may not be ready, with `details#2` on it.
  private func hosted() throws -> Navigator {
    let navigator = try app.makeNavigator([
      Module(Route<Void, Never>("host"), opens: .details, .other) { [ready] _, _ in Assembly(presenter: Host(ready)) }
    ])
    navigator.open("/host/details;value=a").start()
    _ = app.takeLog()
    return navigator
  }

  private func home() throws -> Navigator {
    let navigator = try app.open("/home/details;value=a")
    _ = app.takeLog()
    return navigator
  }

  @Test func theModuleThatStaysHasToBeReadyBeforeAnyCloses() throws {
    let navigator = try hosted(), before = navigator.tree.value
    ready.value = false
    let link = Recorder(navigator.open("/host/other;value=b", timeout: .seconds(3)))
    app.time.advance(by: .milliseconds(2999))
    #expect(link.events.isEmpty)
    app.time.advance(by: .milliseconds(1))
    #expect(link.failure == .timedOut("host"))
    #expect(navigator.tree.value == before)
    #expect(app.log == [])
    #expect(app.time.pending == 0)
    let again = Recorder(navigator.open("/host/other;value=b"))
    ready.value = true
    #expect(again.isCompleted)
    #expect(navigator.path == ["host#1", "other#3"])
  }

  @Test func closingScreensAreAskedOnceTheModuleThatStaysIsReady() throws {
    let navigator = try hosted(), before = navigator.tree.value
    ready.value = false
    let link = Recorder(navigator.open("/host/other;value=b"))
    app.refusesBack = ["details#2"]
    ready.value = true
    #expect(link.failure == .refused("'details' refuses to close now"))
    #expect(navigator.tree.value == before)
  }

  @Test func aLinkThatOnlyClosesWaitsForNoReadiness() throws {
    let navigator = try hosted()
    ready.value = false
    #expect(Recorder(navigator.open("/host")).isCompleted)
    #expect(navigator.path == ["host#1"])
  }

  @Test func requestsMadeWhileALinkWaitsAreNotDelayed() throws {
    let navigator = try hosted()
    ready.value = false
    let link = Recorder(navigator.open("/host/other;value=b"))
    #expect(Recorder(navigator.userBack()).isCompleted)
    #expect(navigator.path == ["host#1"])
    ready.value = true
    #expect(link.isCompleted)
    #expect(navigator.path == ["host#1", "other#3"])
  }

  @Test(arguments: ["/home", "/home/form", "/home/other;value=b/form"])
  func aWayBackThatCannotBeShownLeavesEverythingAsItIs(link: String) throws {
    let navigator = try home(), before = navigator.tree.value
    app.stage.answer = .failing(.invalid("no room"))
    #expect(Recorder(navigator.open(link)).failure == .invalid("no room"))
    #expect(navigator.tree.value == before)
    #expect(app.presenter("details#2", as: Int.self) != nil)
    #expect(navigator.leaks() == [])
  }

  @Test(arguments: [true, false]) func aRootThatCannotBeShownLeavesEverythingAsItIs(isRestored: Bool) throws {
    let saved = try TestApp().makeNavigator()
    saved.open("/plain").start()
    let navigator = try home(), before = navigator.tree.value
    app.stage.answer = .failing(.invalid("no room"))
    let opening = isRestored ? navigator.restore(saved.tree.value) : navigator.open("/plain")
    #expect(Recorder(opening).failure == .invalid("no room"))
    #expect(navigator.tree.value == before)
    #expect(app.presenter("details#2", as: Int.self) != nil)
    #expect(app.log.filter { $0.hasSuffix("unloaded") } == [])
  }

  @Test(arguments: [true, false]) func aRootThatItsGuardRefusesChangesNothing(isRestored: Bool) throws {
    let saved = try TestApp().makeNavigator()
    saved.open("/form").start()
    app.guards["form"] = Guard { _, _ in .refuse("members only") }
    let navigator = try home(), before = navigator.tree.value
    let opening = isRestored ? navigator.restore(saved.tree.value) : navigator.open("/form")
    #expect(Recorder(opening).failure == .refused("members only"))
    #expect(navigator.tree.value == before)
    #expect(app.log == [])
  }

  /// The closed screen's presenter has agreed; only the screen that opens in its place cannot be shown.
  @Test func closedScreensStayClosedWhenTheStageCannotShowTheNext() throws {
    let navigator = try home()
    app.stage.answer = .after(.seconds(1), app.time)
    let link = Recorder(navigator.open("/home/other;value=b"))
    app.stage.answer = .failing(.invalid("no room"))
    app.time.advance(by: .seconds(1))
    #expect(link.failure == .invalid("no room"))
    #expect(navigator.tree.value.description == "home#1 *")
    #expect(navigator.leaks() == [])
    #expect(
      app.log.filter { !$0.hasSuffix("ended") } == [
        "details#2 loses", "home#1 gains", "details#2 unloaded", "other#3 loaded", "home#1 loses", "other#3 gains",
        "other#3 loses", "home#1 gains", "other#3 unloaded",
      ])
    app.stage.answer = .atOnce
    #expect(Recorder(navigator.open("/home/details;value=a")).isCompleted)
  }
}
