import Signals
import SignalsTesting
import Testing
import VIPER
import VIPERTesting

/// Links and restorations wait for the module below to be ready; time is virtual.
@MainActor @Suite struct ReadinessTests {
  private let time = VirtualTimeScheduler()
  private let ready = MutableProperty(false)
  private let slow = Route<Void, Never>("slow"), top = Route<Void, Never>("top")
  private let navigator: Navigator

  init() throws { navigator = try Navigator(Self.modules(slow, top, ready), on: time) }

  private static func modules(
    _ slow: Route<Void, Never>, _ top: Route<Void, Never>, _ ready: MutableProperty<Bool>
  ) -> [Module] {
    [
      Module(slow, opens: top) { _, _ in Assembly(presenter: LoadingPresenter(ready)) },
      Module(top) { _, _ in Assembly() },
    ]
  }

  private var path: [String] { navigator.routesOfPath }

  /// The outcome a millisecond before a time limit, and at it.
  private func outcomes(_ opening: Signal<Void, RouteError>, limit: Duration) -> [String] {
    let opening = Recorder(opening)
    time.advance(by: limit - .milliseconds(1))
    let before = opening.outcome
    time.advance(by: .milliseconds(1))
    return [before, opening.outcome]
  }

  @Test func aLinkGoesOnWhenTheModuleBelowIsReady() {
    let opening = Recorder(navigator.open("/slow/top"))
    time.advance(by: .seconds(9))
    let before = [opening.outcome, navigator.address]
    ready.value = true
    #expect(before + [opening.outcome, navigator.address] == ["waiting", "slow#1", "done", "slow#1/top#2"])
    #expect(time.pending == 0)
  }

  @Test func aLinkThatWaitsTooLongFailsAndNamesTheModule() {
    #expect(
      outcomes(navigator.open("/slow/top", timeout: .seconds(3)), limit: .seconds(3)) == ["waiting", "timedOut(slow)"])
    // A link inside waits for ten seconds.
    #expect(outcomes(navigator.router.open("/top"), limit: .seconds(10)) == ["waiting", "timedOut(slow)"])
    let inTime = Recorder(navigator.router.open("/top"))
    ready.value = true
    #expect(inTime.outcome == "done")
    #expect(path == ["slow", "top"])
  }

  @Test func aModuleThatClosesWhileALinkWaitsIsAnErrorAtOnce() {
    let opening = Recorder(navigator.open("/slow/top"))
    navigator.closeAll()
    #expect(opening.outcome == "closed(slow#1)")
    #expect(time.pending == 0)
    navigator.open("/slow/top").start().dispose()
    ready.value = true
    #expect(path == ["slow"])
    #expect(time.pending == 0)
  }

  @Test func aReadyModuleNeedsNoTimerAndALinkThatNeedsNoReadinessDoesNotWait() throws {
    #expect(navigator.following("/slow") == "done: slow#1")
    // A scheduler whose timers are due at once.
    var environment = AppEnvironment.fixed(on: time)
    environment.scheduler = .immediate
    let modules = Self.modules(slow, top, ready)
    let navigator = try Navigator(stage: RecordingStage(), environment: environment, modules: modules)
    ready.value = true
    #expect(navigator.following("/slow/top") == "done: slow#1/top#2")
  }

  @Test func aRestorationWaitsTooAndNamesTheModuleThatTookTooLong() throws {
    navigator.open("/slow").start()
    navigator.router.push(top).start()
    let tree = navigator.tree.value
    navigator.closeAll()
    let inTime = Recorder(navigator.restore(tree))
    ready.value = true
    #expect(inTime.outcome == "done")
    #expect(path == ["slow", "top"])
    ready.value = false
    let late = outcomes(navigator.restore(tree, timeout: .seconds(2)), limit: .seconds(2))
    #expect(late == ["waiting", "without top: timedOut(slow)"])
    #expect(path == ["slow"])
  }
}
