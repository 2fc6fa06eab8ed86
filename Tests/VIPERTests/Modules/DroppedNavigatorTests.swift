import Foundation
import Signals
import Synchronization
import Testing
import VIPER
import VIPERTesting

/// A navigator whose last owner is another thread ends on the main actor. Each test runs in its own process, like thread tests.
@Suite struct DroppedNavigatorTests {
  @Test func aNavigatorReleasedOnAnotherThreadEndsEverythingOnTheMainActor() async {
    await #expect(processExitsWith: .success) {
      let ended = Atomic(0)
      let watch = await DroppedNavigatorTests.openAndDropElsewhere { ended.add(1, ordering: .relaxed) }
      #expect(await watch.isGone)
      #expect(ended.load(ordering: .relaxed) == 1)
    }
  }

  /// A navigator whose last owner is another thread.
  @MainActor private static func openAndDropElsewhere(_ end: @escaping @Sendable () -> Void) async -> Watch {
    let watch = Watch(), box = MutableProperty<Navigator?>(nil)
    do {
      let app = TestApp()
      box.value = try? app.makeNavigator([
        Module(Route<Void, Never>("last")) { router, _ in
          router.alive.add(
            Disposable {
              MainActor.assertIsolated()
              end()
            })
          let view = PlainView(nil)
          watch.view = view
          return Assembly(view: view)
        }
      ])
      app.navigator = nil
      box.value?.open("/last").start()
      watch.navigator = box.value
    }
    await Threads.elsewhere { box.value = nil }
    return watch
  }

  @MainActor private final class Watch {
    weak var navigator: Navigator?
    weak var view: PlainView?
    var isGone: Bool { navigator == nil && view == nil }
  }

  @Test func theStageAndTheBuildersAreReleasedOnTheMainActorToo() async {
    await #expect(processExitsWith: .success) { await DroppedNavigatorTests.dropSlowly() }
  }

  /// The other thread is blocked in the middle of its release until the main actor has ended everything.
  @MainActor private static func dropSlowly() async {
    let freed = MutableProperty<Set<String>>([])
    let free: @Sendable (String) -> Void = { name in
      // Ends the process if this fails.
      MainActor.assertIsolated(name)
      freed.modify { _ = $0.insert(name) }
    }
    let brake = Brake(), box = MutableProperty<Navigator?>(nil)
    do {
      let stage = FreedStage(free), builder = Freed { free("builder") }
      var environment = AppEnvironment.fixed(on: VirtualTimeScheduler())
      let date = environment.now, held = Held(brake)
      environment.now = { withExtendedLifetime(held) { date() } }
      box.value = try? Navigator(
        stage: stage, environment: environment, trace: Trace(.immediate),
        modules: [
          Module(Route<Void, Never>("home")) { _, _ in
            withExtendedLifetime(builder) { Assembly() }
          }
        ])
    }
    #expect(box.value != nil)
    Thread { box.value = nil }.start()
    await brake.reached()
    await Threads.settle()
    #expect(freed.value == ["stage", "builder"])
    brake.release()
  }

  private final class Freed: Sendable {
    private let free: @Sendable () -> Void
    init(_ free: @escaping @Sendable () -> Void) { self.free = free }
    deinit { free() }
  }

  @MainActor private final class FreedStage: Stage {
    private let freed: Freed
    init(_ free: @escaping @Sendable (String) -> Void) { freed = Freed { free("stage") } }
    func perform(_ transition: Transition, view: (NavigationTree.Node.ID) -> AnyObject?) -> Signal<Never, RouteError> {
      .empty
    }
  }

  /// Blocks the thread that releases the last reference.
  private final class Held: Sendable {
    private let brake: Brake
    init(_ brake: Brake) { self.brake = brake }
    deinit { brake.holdUp() }
  }

  private final class Brake: Sendable {
    private let go = DispatchSemaphore(value: 0)
    private let isReached = MutableProperty(false)

    func holdUp() {
      isReached.value = true
      go.wait()
    }
    func reached() async { _ = await isReached.signal.filter { $0 }.firstValue() }
    func release() { go.signal() }
  }
}
