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

  @Test func aLinkGoesOnWhenTheModuleBelowIsReady() {
    let opening = Recorder(navigator.open("/slow/top"))
    #expect(path == ["slow"])
    time.advance(by: .seconds(9))
    #expect(opening.events.isEmpty)
    ready.value = true
    #expect(opening.isCompleted && path == ["slow", "top"])
    #expect(time.pending == 0)
  }

  @Test func aLinkThatWaitsTooLongFailsAndNamesTheModule() {
    let opening = Recorder(navigator.open("/slow/top", timeout: .seconds(3)))
    time.advance(by: .milliseconds(2999))
    #expect(opening.events.isEmpty)
    time.advance(by: .milliseconds(1))
    #expect(opening.failure == .timedOut("slow"))
    ready.value = true
    #expect(path == ["slow"])
  }

  @Test func aLinkInsideWaitsTooAndNoLongerThanTenSeconds() {
    navigator.open("/slow").start()
    let inside = Recorder(navigator.router.open("/top"))
    time.advance(by: .milliseconds(9999))
    #expect(inside.events.isEmpty)
    time.advance(by: .milliseconds(1))
    #expect(inside.failure == .timedOut("slow"))
    let inTime = Recorder(navigator.router.open("/top"))
    ready.value = true
    #expect(inTime.values.count == 1 && path == ["slow", "top"])
  }

  @Test func aModuleThatClosesWhileALinkWaitsIsAnErrorAtOnce() {
    let opening = Recorder(navigator.open("/slow/top"))
    navigator.closeAll()
    #expect(opening.failure == .closed("slow#1") && time.pending == 0)
  }

  /// A scheduler whose timers are due at once.
  @Test func aReadyModuleNeedsNoTimer() throws {
    var environment = AppEnvironment.fixed(on: time)
    environment.scheduler = .immediate
    let modules = Self.modules(slow, top, ready)
    let navigator = try Navigator(stage: RecordingStage(), environment: environment, modules: modules)
    ready.value = true
    #expect(Recorder(navigator.open("/slow/top")).isCompleted)
    ready.value = false
    #expect(Recorder(navigator.router.open("/slow")).failure == nil)
  }

  @Test func aLinkThatNeedsNoReadinessDoesNotWait() {
    #expect(Recorder(navigator.open("/slow")).isCompleted)
    navigator.router.push(top).start()
    #expect(path == ["slow", "top"])
  }

  @Test func aRestorationWaitsTooAndNamesTheModuleThatTookTooLong() throws {
    navigator.open("/slow").start()
    navigator.router.push(top).start()
    let tree = navigator.tree.value
    navigator.closeAll()
    let inTime = Recorder(navigator.restore(tree))
    ready.value = true
    #expect(inTime.isCompleted && path == ["slow", "top"])
    ready.value = false
    let late = Recorder(navigator.restore(tree, timeout: .seconds(2)))
    time.advance(by: .seconds(2))
    #expect(late.failure == .incomplete([.init(route: "top", reason: .timedOut("slow"))]))
    #expect(path == ["slow"])
  }

  @Test func disposingALinkThatWaitsEndsTheWait() {
    let opening = navigator.open("/slow/top").start()
    opening.dispose()
    #expect(time.pending == 0)
    ready.value = true
    #expect(path == ["slow"])
  }
}
