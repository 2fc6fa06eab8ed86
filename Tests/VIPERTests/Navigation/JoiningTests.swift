import Signals
import SignalsTesting
import Testing
import VIPER
import VIPERTesting

/// A request for a module that is open or opening joins it: a double tap opens one screen.
@MainActor @Suite struct JoiningTests {
  private let app = TestApp()

  private func slow(_ link: String) throws -> Navigator {
    let navigator = try app.open(link)
    app.stage.answer = .after(.seconds(1), app.time)
    return navigator
  }

  enum Verb: CaseIterable, Sendable {
    case push, pushUnlessVisible, present, tab, embed, replace, replaceByTheApp, setRoot, setRootByTheApp
  }

  private func ask(_ verb: Verb, _ navigator: Navigator) throws -> Signal<Int, RouteError> {
    let home = try app.router("home#1")
    return switch verb {
    case .push: home.push(.details, with: "a")
    case .pushUnlessVisible: home.pushUnlessVisible(.details, with: "a")
    case .present: home.present(.details, with: "a")
    case .tab: home.tab(.details, with: "a")
    case .embed: home.embed(.details, with: "a")
    case .replace: try app.router("details#2", Int.self).replace(.other, with: "b")
    case .replaceByTheApp: navigator.router.replace(.other, with: "b")
    case .setRoot: home.setRoot(.details, with: "a")
    case .setRootByTheApp: navigator.router.setRoot(.details, with: "a")
    }
  }

  @Test(arguments: Verb.allCases) func twoTapsOpenOneModuleAndBothHaveItsResult(verb: Verb) throws {
    let isReplacement = verb == .replace || verb == .replaceByTheApp
    let navigator = try slow(isReplacement ? "/home/details;value=a" : "/home")
    let count = app.stage.kinds.count
    let taps = [Recorder(try ask(verb, navigator)), Recorder(try ask(verb, navigator))]
    app.time.advance(by: .seconds(9))
    #expect(taps.allSatisfy { $0.events.isEmpty } && app.stage.kinds.count == count + 1)
    try app.router(isReplacement ? "other#3" : "details#2", Int.self).finish.execute(7)
    app.time.advance(by: .seconds(9))
    #expect(taps.map(\.values) == [[7], [7]])
  }

  @Test func theFirstRoot() throws {
    let navigator = try app.makeNavigator()
    app.stage.answer = .after(.seconds(1), app.time)
    let first = Recorder(navigator.router.setRoot(.form)), second = Recorder(navigator.router.setRoot(.form))
    app.time.advance(by: .seconds(9))
    try app.router("form#1", String.self).finish.execute("x")
    #expect(first.values == ["x"] && second.values == ["x"] && app.stage.kinds == [.root])
  }

  @Test func aRootAskedForAgainWhenItIsThereOpensAnew() throws {
    let navigator = try app.makeNavigator()
    navigator.router.setRoot(.details, with: "a").start()
    navigator.router.setRoot(.details, with: "a").start()
    app.presenter("details#2", as: Int.self)?.router.setRoot(.details, with: "a").start()
    #expect(navigator.tree.value.description == "details#3 \"a\" *")
    #expect(navigator.leaks() == [])
  }

  @Test func aSecondDifferentReplacementIsAnError() throws {
    _ = try slow("/home/details;value=a")
    let details = try app.router("details#2", Int.self)
    details.replace(.other, with: "b").start()
    let another = Recorder(details.replace(.form))
    app.time.advance(by: .seconds(9))
    #expect(another.failure == .closed("details#2"))
  }

  @Test func joiningAsksNoGuard() throws {
    let asked = MutableProperty(0)
    app.guards["form"] = Guard { _, _ in
      asked.modify { $0 += 1 }
      return .proceed
    }
    let home = try app.home().router
    home.present(.form).start()
    home.present(.form).start()
    #expect(asked.value == 1)
  }

  @Test func aModuleJoinedWhileItIsAboutToCloseStays() throws {
    let navigator = try app.makeNavigator()
    navigator.router.setRoot(.home).start()
    let home = try app.router("home#1")
    let first = home.push(.details, with: "a").start()
    let details = try app.router("details#2", Int.self)
    app.stage.answer = .after(.seconds(1), app.time)
    details.embed(.other, with: "b").start()
    let second = Recorder(home.push(.details, with: "a"))
    first.dispose()
    app.time.advance(by: .seconds(10))
    #expect(second.events.isEmpty && navigator.path == ["home#1", "details#2"])
    details.finish.execute(7)
    app.time.advance(by: .seconds(10))
    #expect(second.values == [7])
  }
}
