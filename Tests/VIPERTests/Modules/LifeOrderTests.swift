import Signals
import Testing
import VIPER
import VIPERTesting

/// The notifications of presenters and the ends of their bags, in order, for every kind of step.
@MainActor @Suite struct LifeOrderTests {
  private let app = TestApp()

  /// The notifications after `link` is open, in order.
  private func log(after link: String, _ act: (Navigator) throws -> Void) throws -> [String] {
    let navigator = try app.makeNavigator()
    navigator.open(link).start()
    _ = app.takeLog()
    try act(navigator)
    #expect(navigator.leaks() == [])
    return app.takeLog()
  }

  private func home() throws -> Router<Never> { try app.router("home#1") }
  private func details() throws -> Router<Int> { try app.router("details#2", Int.self) }

  @Test(arguments: [true, false]) func aScreenOnTop(isModal: Bool) throws {
    let log = try log(after: "/home") { _ in
      if isModal { try home().present(.form).start() } else { try home().push(.details, with: "a").start() }
    }
    let top = isModal ? "form#2" : "details#2"
    #expect(log == ["\(top) loaded", "home#1 focused ended", "home#1 loses", "\(top) gains"])
  }

  enum WayBack: CaseIterable, Sendable { case module, user, swipe }

  @Test(arguments: WayBack.allCases) func back(way: WayBack) throws {
    let log = try log(after: "/home/details;value=a") { navigator in
      switch way {
      case .module: try details().back.execute()
      case .user: navigator.userBack().start()
      case .swipe: navigator.userBack(alreadyShown: true).start()
      }
    }
    #expect(
      log == [
        "details#2 focused ended", "details#2 loses", "home#1 gains", "details#2 unloaded", "details#2 alive ended",
      ])
    // After a swipe, the view has already moved.
    #expect(app.stage.kinds == (way == .swipe ? [.root, .push] : [.root, .push, .back]))
  }

  @Test func backOverSeveral() throws {
    let log = try log(after: "/home/details;value=a/details;value=b/form") { _ in
      try app.router("form#4", String.self).back(to: .home).start()
    }
    #expect(
      log == [
        "form#4 focused ended", "form#4 loses", "home#1 gains", "form#4 unloaded", "form#4 alive ended",
        "details#3 unloaded", "details#3 alive ended", "details#2 unloaded", "details#2 alive ended",
      ])
  }

  @Test func anotherTabIsBuiltAndWaits() throws {
    let log = try log(after: "/tabs") { _ in
      let tabs = try app.router("tabs#1")
      tabs.tab(.details, with: "a").start()
      _ = app.takeLog()
      tabs.tab(.other, with: "b").start()
      app.note("selecting")
      tabs.select(.other, with: "b").start()
      app.note("closing")
      app.presenter("other#3", as: Int.self)?.router.back.execute()
    }
    #expect(
      log == [
        "other#3 loaded", "selecting", "details#2 focused ended", "details#2 loses", "other#3 gains", "closing",
        "other#3 focused ended", "other#3 loses", "details#2 gains", "other#3 unloaded", "other#3 alive ended",
      ])
  }

  @Test func embeddedModulesAreCoveredWithTheirHost() throws {
    let log = try log(after: "/home") { _ in
      try home().embed(.details, with: "a").start()
      _ = app.takeLog()
      try details().push(.other, with: "b").start()
      app.note("back")
      app.presenter("other#3", as: Int.self)?.router.back.execute()
    }
    #expect(
      log == [
        "other#3 loaded", "details#2 focused ended", "details#2 loses", "home#1 focused ended", "home#1 loses",
        "other#3 gains", "back", "other#3 focused ended", "other#3 loses", "home#1 gains", "details#2 gains",
        "other#3 unloaded", "other#3 alive ended",
      ])
  }

  @Test func embeddedModulesOfATabHostAndTheirTabsShareTheFocus() throws {
    let log = try log(after: "/tabs") { _ in
      let tabs = try app.router("tabs#1")
      tabs.tab(.details, with: "tab").start()
      tabs.embed(.other, with: "part").start()
      app.presenter("other#3", as: Int.self)?.router.tab(.details, with: "inner").start()
      app.note("push")
      tabs.push(.other, with: "top").start()
    }
    #expect(
      log == [
        "details#2 loaded", "details#2 gains", "other#3 loaded", "other#3 gains", "details#4 loaded", "details#4 gains",
        "push", "other#5 loaded", "details#4 focused ended", "details#4 loses", "other#3 focused ended",
        "other#3 loses",
        "details#2 focused ended", "details#2 loses", "tabs#1 focused ended", "tabs#1 loses", "other#5 gains",
      ])
  }

  @Test func replace() throws {
    let log = try log(after: "/home/details;value=a") { _ in try details().replace(.other, with: "b").start() }
    #expect(
      log == [
        "other#3 loaded", "details#2 focused ended", "details#2 loses", "other#3 gains", "details#2 unloaded",
        "details#2 alive ended",
      ])
  }

  @Test func replaceOfACoveredModule() throws {
    let log = try log(after: "/home/details;value=a/form") { _ in try details().replace(.other, with: "b").start() }
    #expect(
      log == [
        "other#4 loaded", "form#3 focused ended", "form#3 loses", "other#4 gains", "form#3 unloaded",
        "form#3 alive ended", "details#2 unloaded", "details#2 alive ended",
      ])
  }

  @Test func root() throws {
    let log = try log(after: "/home/details;value=a") { $0.router.setRoot(.form).start() }
    #expect(
      log == [
        "form#3 loaded", "details#2 focused ended", "details#2 loses", "form#3 gains", "details#2 unloaded",
        "details#2 alive ended", "home#1 unloaded", "home#1 alive ended",
      ])
  }

  @Test func aStepThatCannotBeShown() throws {
    let log = try log(after: "/home") { _ in
      app.stage.answer = .failing(.invalid("no room"))
      try home().push(.details, with: "a").start()
    }
    #expect(
      log == [
        "details#2 loaded", "home#1 focused ended", "home#1 loses", "details#2 gains", "details#2 focused ended",
        "details#2 loses", "home#1 gains", "details#2 unloaded", "details#2 alive ended",
      ])
  }
}
