import Signals
import SignalsTesting
import Testing
import VIPER
import VIPERTesting

@MainActor @Suite struct LeakTests {
  private final class Kept {}

  @Test func theAuditPointsAtTheLineThatAssembledTheModule() throws {
    let kept = Kept()
    let line = MutableProperty<UInt>(0)
    let base = Route<Void, Never>("base"), leaky = Route<Void, Never>("leaky")
    let navigator = try Navigator(
      stage: RecordingStage(), environment: .fixed(on: VirtualTimeScheduler()),
      modules: [
        Module(base, opens: leaky) { _, _ in Assembly() },
        Module(leaky) { _, _ in
          line.value = #line + 1
          return Assembly(interactor: kept)
        },
      ])
    navigator.open("/base/leaky").start()
    navigator.userBack().start()
    let leaks = navigator.leaks()
    #expect(leaks.map(\.file) == ["VIPERTests/LeakTests.swift"])
    #expect(leaks.map(\.line) == [line.value])
    #expect(
      leaks.map(\.description) == [
        "leaky#2: interactor Kept is still alive, built at VIPERTests/LeakTests.swift:\(line.value)"
      ])
    withExtendedLifetime(kept) {}
  }

  @Test func whatWasBuiltForAModuleThatNeverOpenedIsWatchedToo() throws {
    let kept = Kept()
    let box = MutableProperty<Navigator?>(nil)
    let rash = Route<Void, Never>("rash")
    let navigator = try Navigator(
      stage: RecordingStage(), environment: .fixed(on: VirtualTimeScheduler()),
      modules: [
        Module(rash) { _, _ in
          MainActor.assumeIsolated { box.value?.closeAll() }
          return Assembly(view: kept)
        }
      ])
    box.value = navigator
    navigator.router.setRoot(rash).start()
    #expect(navigator.tree.value.root == nil)
    #expect(navigator.leaks().map(\.part) == ["view Kept"])
    withExtendedLifetime(kept) {}
    box.value = nil
  }

  private final class Holding: Presenter {
    private final class Cache {
      var recent: [String: AnyObject] = [:]
    }
    private let cache = Cache()
    init(_ kept: AnyObject?) { cache.recent["first"] = kept }
  }

  @Test(arguments: [true, false]) func theLikelyHolderIsNamed(isHeld: Bool) throws {
    let kept = Kept(), other = Kept()
    let base = Route<Void, Never>("base"), leaky = Route<Void, Never>("leaky")
    let navigator = try Navigator(
      stage: RecordingStage(), environment: .fixed(on: VirtualTimeScheduler()),
      modules: [
        Module(base, opens: leaky) { _, _ in Assembly(presenter: Holding(isHeld ? kept : other)) },
        Module(leaky) { _, _ in Assembly(view: kept, file: "App/Leaky.swift", line: 3) },
      ])
    navigator.open("/base/leaky").start()
    navigator.userBack().start()
    let holder = isHeld ? "; perhaps retained by presenter Holding of base#1, by cache.recent.value" : ""
    #expect(
      navigator.leaks().map(\.description) == ["leaky#2: view Kept is still alive, built at App/Leaky.swift:3\(holder)"]
    )
    withExtendedLifetime((kept, other)) {}
  }
}
