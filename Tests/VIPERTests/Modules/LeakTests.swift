import Signals
import Testing
import VIPER

@MainActor @Suite struct LeakTests {
  private final class Kept: Sendable {}
  private let leaky = Route<Void, Never>("leaky")

  /// The leaks of `leaky#2`, built by `build`, after the user has gone back to `base#1`.
  private func leaks(
    _ base: Assembly = Assembly(), _ build: @escaping @MainActor @Sendable () -> Assembly
  ) throws -> [Leak] {
    let lower = Route<Void, Never>("base")
    let navigator = try Navigator([Module(lower, opens: leaky) { _, _ in base }, Module(leaky) { _, _ in build() }])
    navigator.open("/base/leaky").start()
    #expect(navigator.leaks() == [])
    navigator.userBack().start()
    return navigator.leaks()
  }

  @Test func theAuditPointsAtTheLineThatAssembledTheModule() throws {
    let kept = Kept(), line = MutableProperty<UInt>(0)
    let leaks = try self.leaks {
      line.value = #line + 1
      return Assembly(interactor: kept)
    }
    let leak = try #require(leaks.first)
    #expect(leak.file == "VIPERTests/LeakTests.swift" && leak.line == line.value)
    #expect(leak.description == "leaky#2: interactor Kept is still alive, built at \(leak.file):\(leak.line)")
    withExtendedLifetime(kept) {}
  }

  @Test func partsOfAModuleThatNeverOpenedAreWatchedToo() throws {
    let kept = Kept(), box = MutableProperty<Navigator?>(nil), rash = Route<Void, Never>("rash")
    let navigator = try Navigator([
      Module(rash) { _, _ in
        MainActor.assumeIsolated { box.value?.closeAll() }
        return Assembly(view: kept)
      }
    ])
    box.value = navigator
    navigator.router.setRoot(rash).start()
    #expect(navigator.path == [] && navigator.leaks().map(\.part) == ["view Kept"])
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

  @Test(arguments: [true, false]) func otherPartsAreWatchedTooAndTheLikelyHolderIsNamed(isHeld: Bool) throws {
    let kept = [Kept(), Kept()], other = Kept()
    let leaks = try self.leaks(Assembly(presenter: Holding(isHeld ? kept[1] : other))) {
      Assembly(others: kept, file: "App/Leaky.swift", line: 3)
    }
    let leak = "leaky#2: part Kept is still alive, built at App/Leaky.swift:3"
    let holder = isHeld ? "; perhaps retained by presenter Holding of base#1, by cache.recent.value" : ""
    #expect(leaks.map(\.description) == [leak, leak + holder])
    withExtendedLifetime((kept, other)) {}
  }
}
