import Signals
import SignalsTesting
import Testing
import VIPER
import VIPERTesting

/// Asking for what is there already, or on its way, joins it: a double tap opens one screen.
@MainActor @Suite struct JoiningTests {
  private let app = TestApp()

  private func slow(_ link: String) throws -> Navigator {
    let navigator = try app.makeNavigator()
    navigator.open(link).start()
    app.stage.answer = .after(.seconds(1), app.time)
    return navigator
  }

  private func join<I, O>(
    _ route: Route<I, O>, as name: String, in navigator: Navigator, _ verb: () -> Signal<O, RouteError>,
    _ finish: @MainActor (Router<O>) -> O
  ) throws where O: Equatable {
    let first = Recorder(verb()), second = Recorder(verb())
    app.time.advance(by: .seconds(9))
    #expect(first.events.isEmpty && second.events.isEmpty, "\(String(describing: second.failure))")
    let router = try #require(app.presenter(name, as: O.self)).router
    let result = finish(router)
    router.finish.execute(result)
    app.time.advance(by: .seconds(9))
    #expect(first.values == [result] && second.values == [result])
    #expect(app.stage.transitions.filter { $0.opened.contains { $0.destination.route == route.name } }.count == 1)
  }

  @Test(arguments: [NavigationTree.Style.push, .modal, .tab, .embedded]) func whatOpensOnAModule(
    style: NavigationTree.Style
  ) throws {
    let navigator = try slow("/home")
    let home = try #require(app.presenter("home#1", as: Never.self)).router
    try join(.details, as: "details#2", in: navigator) {
      switch style {
      case .push: home.push(.details, with: "a")
      case .modal: home.present(.details, with: "a")
      case .tab: home.tab(.details, with: "a")
      case .embedded, .root: home.embed(.details, with: "a")
      }
    } _: { _ in
      7
    }
  }

  @Test func aReplacement() throws {
    let navigator = try slow("/home/details;value=a")
    let details = try #require(app.presenter("details#2", as: Int.self)).router
    try join(.other, as: "other#3", in: navigator) {
      details.replace(.other, with: "b")
    } _: { _ in
      7
    }
    #expect(navigator.tree.value.description == "home#1 *")
  }

  @Test func aReplacementByTheAppsRouter() throws {
    let navigator = try slow("/home/details;value=a")
    try join(.other, as: "other#3", in: navigator) {
      navigator.router.replace(.other, with: "b")
    } _: { _ in
      7
    }
  }

  @Test(arguments: [true, false]) func aRoot(byTheApp: Bool) throws {
    let navigator = try slow("/home")
    let home = try #require(app.presenter("home#1", as: Never.self)).router
    try join(.form, as: "form#2", in: navigator) {
      byTheApp ? navigator.router.setRoot(.form) : home.setRoot(.form)
    } _: { _ in
      "x"
    }
  }

  @Test func theFirstRoot() throws {
    let navigator = try app.makeNavigator()
    app.stage.answer = .after(.seconds(1), app.time)
    try join(.form, as: "form#1", in: navigator) {
      navigator.router.setRoot(.form)
    } _: { _ in
      "x"
    }
  }

  @Test func aRootAskedForAgainWhenItIsThereOpensAnew() throws {
    let navigator = try app.makeNavigator()
    navigator.router.setRoot(.details, with: "a").start()
    navigator.router.setRoot(.details, with: "a").start()
    app.presenter("details#2", as: Int.self)?.router.setRoot(.details, with: "a").start()
    #expect(navigator.tree.value.description == "details#3 \"a\" *")
    #expect(navigator.leaks() == [])
  }

  @Test func anotherReplacementOfWhatIsGoneIsAnError() throws {
    _ = try slow("/home/details;value=a")
    let details = try #require(app.presenter("details#2", as: Int.self)).router
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
    let navigator = try app.makeNavigator()
    navigator.open("/home").start()
    let home = try #require(app.presenter("home#1", as: Never.self)).router
    home.present(.form).start()
    home.present(.form).start()
    #expect(asked.value == 1)
  }

  @Test func whatSomebodyJoinsWhileItIsAboutToCloseStays() throws {
    let navigator = try app.makeNavigator()
    navigator.router.setRoot(.home).start()
    let home = try #require(app.presenter("home#1", as: Never.self)).router
    let first = home.push(.details, with: "a").start()
    let details = try #require(app.presenter("details#2", as: Int.self)).router
    app.stage.answer = .after(.seconds(1), app.time)
    details.embed(.other, with: "b").start()
    let second = Recorder(home.push(.details, with: "a"))
    first.dispose()
    app.time.advance(by: .seconds(10))
    #expect(second.events.isEmpty && navigator.tree.value.path.map(\.name) == ["home#1", "details#2"])
    details.finish.execute(7)
    app.time.advance(by: .seconds(10))
    #expect(second.values == [7])
  }
}
