import Signals
import SignalsTesting
import Testing
import VIPER
import VIPERTesting

/// A request for a module that is open or opening joins it: a double tap opens one screen.
@MainActor @Suite struct JoiningTests {
  private let app = TestApp()

  enum Tap: CaseIterable, Sendable {
    case push, pushUnlessVisible, present, tab, embed, replace, replaceByTheApp, setRoot, setRootByTheApp
  }

  private func tap(_ tap: Tap, _ navigator: Navigator) throws -> Signal<Int, RouteError> {
    let home = try app.router("home#1")
    return switch tap {
    case .push: home.push(.details, with: "a")
    case .pushUnlessVisible: home.pushUnlessVisible(.details, with: "a")
    case .present: home.present(.details, with: "a")
    case .tab: home.tab(.details, with: "a")
    case .embed: home.embed(.details, with: "a")
    case .replace: try app.details().replace(.other, with: "b")
    case .replaceByTheApp: navigator.router.replace(.other, with: "b")
    case .setRoot: home.setRoot(.details, with: "a")
    case .setRootByTheApp: navigator.router.setRoot(.details, with: "a")
    }
  }

  @Test(arguments: Tap.allCases) func twoTapsOpenOneModuleAskItsGuardOnceAndBothHaveItsResult(tap: Tap) throws {
    let isReplacement = tap == .replace || tap == .replaceByTheApp, route = isReplacement ? "other" : "details"
    app.noteGuard(of: route)
    let navigator = try app.open(isReplacement ? "/home/details;value=a" : "/home"), count = app.stage.kinds.count
    app.slowDown()
    app.asked.value = []
    let taps = [Recorder(try self.tap(tap, navigator)), Recorder(try self.tap(tap, navigator))]
    // A different one is an error.
    let another = isReplacement ? Recorder(try app.details().replace(.form)) : nil
    app.time.advance(by: .seconds(9))
    #expect(taps.map(\.outcome) == ["waiting", "waiting"])
    #expect(app.stage.kinds.count == count + 1)
    #expect(app.asked.value == [route])
    #expect(another?.outcome == (isReplacement ? "closed(details#2)" : nil))
    try app.router(isReplacement ? "other#3" : "details#2", Int.self).finish(7).start()
    app.time.advance(by: .seconds(9))
    #expect(taps.map(\.values) == [[7], [7]])
  }

  @Test func aRootAskedForAgainWhenItIsThereOpensAnew() throws {
    let navigator = try app.makeNavigator(), router = navigator.router
    app.slowDown()
    // The first root is joined while it opens.
    let first = [Recorder(router.setRoot(.details, with: "a")), Recorder(router.setRoot(.details, with: "a"))]
    app.time.advance(by: .seconds(9))
    try app.details(1).finish(7).start()
    #expect(first.map(\.values) == [[7], [7]])
    #expect(app.stage.kinds == [.root])
    app.stage.answer = .atOnce
    router.setRoot(.details, with: "a").start()
    try app.details(2).setRoot(.details, with: "a").start()
    #expect(navigator.address == "details#3")
    #expect(navigator.leaks() == [])
  }

  @Test func aJoinedModuleStaysWhenItsFirstCallerDisposesIt() throws {
    let (navigator, home) = try app.home(), first = home.push(.details, with: "a").start(), details = try app.details()
    app.slowDown()
    details.embed(.other, with: "b").start()
    let second = Recorder(home.push(.details, with: "a"))
    first.dispose()
    app.time.advance(by: .seconds(10))
    let outcome = [second.outcome, navigator.address]
    details.finish(7).start()
    app.time.advance(by: .seconds(10))
    #expect(outcome + [second.outcome] == ["waiting", "home#1/details#2", "7, end"])
  }
}
