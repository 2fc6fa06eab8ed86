import Foundation
import Signals
import Testing
import VIPER
import VIPERTesting

/// A navigator whose last owner is another thread ends on the main actor. Each test runs in its own process, like thread tests.
@Suite struct DroppedNavigatorTests {
  /// What was freed or has ended, each on the main actor.
  private final class Log: Sendable {
    let names = MutableProperty<Set<String>>([])
    func note(_ name: String) {
      // Ends the process if this fails.
      MainActor.assertIsolated(name)
      names.modify { _ = $0.insert(name) }
    }
  }

  private final class Freed: Sendable {
    private let name: String, log: Log
    init(_ name: String, _ log: Log) { (self.name, self.log) = (name, log) }
    deinit { log.note(name) }
  }

  /// A navigator of one module, whose builder, view and stage are watched.
  @MainActor private static func navigator(
    _ log: Log, _ environment: AppEnvironment = .fixed(on: VirtualTimeScheduler())
  ) throws -> Navigator {
    let builder = Freed("builder", log)
    let module = Module(Route<Void, Never>("home")) { router, _ in
      router.alive.add(Disposable { withExtendedLifetime(builder) { log.note("alive") } })
      return Assembly(view: Freed("view", log))
    }
    let stage = Freed("stage", log)
    return try Navigator(
      stage: AnsweringStage { _ in withExtendedLifetime(stage) { .empty } }, environment: environment,
      trace: Trace(.immediate), modules: [module])
  }

  @Test func aNavigatorReleasedOnAnotherThreadEndsEverythingOnTheMainActor() async {
    await #expect(processExitsWith: .success) {
      let log = Log(), box = MutableProperty<Navigator?>(nil)
      try await MainActor.run {
        box.value = try DroppedNavigatorTests.navigator(log)
        box.value?.open("/home").start()
      }
      await Threads.elsewhere { box.value = nil }
      #expect(log.names.value == ["alive", "view", "stage", "builder"])
    }
  }

  /// Blocks the thread that releases the last reference.
  private final class Brake: Sendable {
    let go = DispatchSemaphore(value: 0), isReached = MutableProperty(false)
    func hold() -> Disposable {
      Disposable { [self] in
        isReached.value = true
        go.wait()
      }
    }
  }

  @Test func theStageIsReleasedOnTheMainActorWhileAnotherThreadIsReleasing() async {
    await #expect(processExitsWith: .success) {
      let log = Log(), brake = Brake(), box = MutableProperty<Navigator?>(nil)
      try await MainActor.run {
        var environment = AppEnvironment.fixed(on: VirtualTimeScheduler())
        let date = environment.now, bag = DisposeBag()
        bag.add(brake.hold())
        environment.now = { withExtendedLifetime(bag) { date() } }
        box.value = try DroppedNavigatorTests.navigator(log, environment)
      }
      Thread { box.value = nil }.start()
      _ = await brake.isReached.signal.filter { $0 }.firstValue()
      await Threads.settle()
      #expect(log.names.value == ["stage", "builder"])
      brake.go.signal()
    }
  }
}
