import Signals
import Testing
import VIPER

@MainActor @Suite struct LeakTests {
  private final class Kept: Sendable {}
  private static let cures =
    "; in closures, capture what is used instead of self, and store observations in router.alive"
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
    #expect(leak.file == "VIPERTests/LeakTests.swift")
    #expect(leak.line == line.value)
    let place = "built at \(leak.file):\(leak.line)"
    #expect(leak.description == "leaky#2: interactor Kept is still alive, \(place)\(Self.cures)")
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
    #expect(navigator.path == [])
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

  @Test(arguments: [true, false]) func otherPartsAreWatchedTooAndTheLikelyHolderIsNamed(isHeld: Bool) throws {
    let kept = [Kept(), Kept()], other = Kept()
    let leaks = try self.leaks(Assembly(presenter: Holding(isHeld ? kept[1] : other))) {
      Assembly(others: kept, file: "App/Leaky.swift", line: 3)
    }
    let leak = "leaky#2: part Kept is still alive, built at App/Leaky.swift:3"
    let holder = isHeld ? ", perhaps retained by presenter Holding of base#1, by cache.recent.value" : ""
    #expect(leaks.map(\.description) == [leak + Self.cures, leak + holder + Self.cures])
    withExtendedLifetime((kept, other)) {}
  }

  @MainActor private class Tally: Presenter {
    var count = 0
    private(set) var add: Command<Void, Void, Never>?
    private let bag = DisposeBag(), ended = DisposeBag()

    init() {
      ended.dispose()
      add = Command.sync { MainActor.assumeIsolated { self.count += 1 } }
    }

    func end() { add = nil }
  }
  private final class DailyTally: Tally {}

  @Test(
    "a part that is captured by its own command is named with its commands and bags, those of its superclass, too",
    arguments: [true, false])
  func command(isInherited: Bool) throws {
    weak var tally: Tally?
    let leaks = try self.leaks {
      let made = isInherited ? DailyTally() : Tally()
      tally = made
      return Assembly(presenter: made)
    }
    #expect(leaks.map(\.part) == ["presenter \(isInherited ? "DailyTally" : "Tally")"])
    #expect(leaks.first?.suspects == ["its command 'add'", "its bag 'bag'"])
    #expect(leaks.first?.description.contains("perhaps retained by its command 'add', or by its bag 'bag'; in") == true)
    tally?.end()
    #expect(tally == nil)
  }

  @MainActor private final class Shown: Presenter { var view: AnyObject? }
  private final class View { var presenter: Shown? }

  @Test("a presenter and a view that hold each other are named with the way between them") func view() throws {
    weak var shown: Shown?
    let leaks = try self.leaks {
      let made = Shown(), view = View()
      (made.view, view.presenter, shown) = (view, made, made)
      return Assembly(view: view, presenter: made)
    }
    let suspects = leaks.map { "\($0.part): \($0.suspects.joined())" }
    #expect(
      suspects.sorted() == [
        "presenter Shown: view View of leaky#2, by presenter", "view View: presenter Shown of leaky#2, by view",
      ])
    shown?.view = nil
  }

  @Test("a part of several modules is named as such, with what to do") func shared() throws {
    let kept = Kept()
    let leaks = try self.leaks(Assembly(interactor: kept)) { Assembly(interactor: kept) }
    let advice = "make one in each module's closure, or leave it out of the Assembly"
    #expect(leaks.map(\.suspects) == [["the code that gives it to several modules (\(advice))"]])
  }
}
