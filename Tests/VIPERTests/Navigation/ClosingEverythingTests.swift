import Signals
import SignalsTesting
import Testing
import VIPER
import VIPERTesting

/// Closing everything at every moment, from every caller.
@MainActor @Suite struct ClosingEverythingTests {
  enum Moment: String, CaseIterable, Sendable {
    case built, loaded, gains, focusedEnded = "focused ended", loses, unloaded, aliveEnded = "alive ended"
    case shown, treeChanged, result
  }

  private let app = TestApp(), rash = Route<Void, Int>("rash")

  /// The notifications of a module so far.
  private func life(of name: String) -> [String] {
    app.log.filter { $0.hasPrefix(name) }.map { String($0.dropFirst(name.count + 1)) }
  }

  @Test(arguments: Moment.allCases) func everyModuleLivesInOrder(moment: Moment) throws {
    let navigator = try app.open("/home", [app.module(rash)])
    app.onNote("rash#2 \(moment.rawValue)") { [weak navigator] in navigator?.closeAll() }
    let watching = navigator.tree.changes.observeValues { [weak navigator] tree in
      let isUp = tree.path.count == 2
      MainActor.assumeIsolated { if moment == .treeChanged, isUp { navigator?.closeAll() } }
    }
    let push = navigator.router.push(rash).doCompleted { [weak navigator] in
      MainActor.assumeIsolated { if moment == .result { navigator?.closeAll() } }
    }
    let opening = Recorder(push)
    if moment == .shown { navigator.closeAll() }
    navigator.userBack().start()
    let outcome = [.built, .loaded, .gains].contains(moment) ? "closed(app)" : "end"
    #expect([opening.outcome, navigator.address] == [outcome, ""])
    #expect(navigator.leaks() == [])
    let begin = ["loaded"], once = ["gains", "focused ended", "loses"], end = ["unloaded", "alive ended"]
    let uncovered = [.focusedEnded, .loses, .unloaded, .aliveEnded, .result].contains(moment)
    let rash = moment == .built ? [] : moment == .loaded ? begin + end : begin + once + end
    #expect([life(of: "rash#2"), life(of: "home#1")] == [rash, begin + once + (uncovered ? once : []) + end])
    // The top module closes first.
    #expect(app.log.suffix(2) == ["home#1 unloaded", "home#1 alive ended"])
    watching.dispose()
  }

  @Test func theTopIsFreedFirstEvenWhileItIsClosingAndTheNextStepIsShownAfterThat() throws {
    let navigator = try app.open("/home/details;value=a/form")
    app.slowDown()
    try app.form(3).back().start()
    _ = app.takeLog()
    navigator.closeAll()
    let root = Recorder(navigator.router.setRoot(.plain))
    #expect(
      app.log.joined(separator: ", ") == """
        details#2 focused ended, details#2 loses, form#3 unloaded, form#3 alive ended, details#2 unloaded, \
        details#2 alive ended, home#1 unloaded, home#1 alive ended
        """)
    // The stage releases all views, including those that it is still hiding.
    #expect(app.stage.transitions.last?.closed.map(\.id) == [3, 2, 1])
    var shown = [app.stage.kinds.count]
    app.time.advance(by: .seconds(1))
    shown.append(app.stage.kinds.count)
    app.time.advance(by: .seconds(1))
    #expect(shown == [3, 4])
    #expect([root.outcome, navigator.address] == ["waiting", "plain#4"])
  }

  @Test func closingEverythingAgainLetsTheStageShowItToTheEnd() throws {
    let shown = MutableProperty(0), time = app.time
    let stage = AnsweringStage { _ in
      Signal<Never, RouteError>.empty.delay(.seconds(1), on: time).doCompleted { shown.modify { $0 += 1 } }
    }
    let navigator = try Navigator(stage: stage, environment: .fixed(on: time), modules: app.modules)
    navigator.router.setRoot(.plain).start()
    time.run()
    for _ in 0..<2 { navigator.closeAll() }
    navigator.router.setRoot(.plain).start()
    let before = navigator.address
    time.advance(by: .seconds(1))
    let shownFirst = shown.value
    time.run()
    #expect([before, navigator.address] == ["", "plain#2"])
    #expect([shownFirst, shown.value] == [2, 3])
  }

  @Test func requestsMadeAfterClosingEverythingOpen() throws {
    let navigator = try app.open("/home/form"), before = MutableProperty<Recorder<Int, RouteError>?>(nil)
    try app.form(2).alive.add(
      Disposable { [weak navigator] in
        MainActor.assumeIsolated {
          before.value = navigator.map { Recorder($0.router.push(.details, with: "a")) }
          navigator?.closeAll()
          navigator?.router.setRoot(.plain).start()
        }
      })
    navigator.userBack().start()
    #expect([before.value?.outcome, navigator.address] == ["closed(app)", "plain#3"])
  }

  @Test(arguments: [RecordingStage.Answer.never, .failing(.invalid("no screen"))])
  func aStageThatCannotShowItIsReportedAndNavigationGoesOn(answer: RecordingStage.Answer) throws {
    let navigator = try app.open("/home")
    app.stage.answer = answer
    navigator.closeAll()
    app.stage.answer = .atOnce
    navigator.router.setRoot(.plain).start()
    app.time.advance(by: .seconds(30))
    let refused = navigator.trace.entries.filter { $0.kind == .route && $0.name == "close everything" }
    #expect(navigator.address == "plain#2")
    #expect(refused.count == 1)
    #expect(app.time.pending == 0)
  }

  @Test(arguments: [Moment.focusedEnded, .loses, .unloaded, .aliveEnded], [true, false])
  func aStageThatAnswersDuringItIsTooLate(moment: Moment, isShown: Bool) throws {
    let (shown, answer) = Signal<Never, RouteError>.pipe(), rash = rash
    let stage = AnsweringStage { $0.opened.contains { $0.name == "rash#2" } ? shown : .empty }
    let navigator = try Navigator(
      stage: stage, environment: .fixed(on: app.time), modules: app.modules + [app.module(rash)])
    app.onNote("rash#2 \(moment.rawValue)") { isShown ? answer.complete() : answer.fail(.invalid("no room")) }
    navigator.open("/home").start()
    let opening = Recorder(navigator.router.push(rash))
    let trees = Recorder(navigator.tree.changes)
    navigator.closeAll()
    #expect(opening.outcome == "closed(app)")
    #expect(trees.values.map(\.path.count) == [0])
    let life = ["loaded", "gains", "focused ended", "loses", "unloaded", "alive ended"]
    #expect(["rash#2", "home#1"].map(self.life) == [life, life])
    #expect(navigator.leaks() == [])
    #expect(app.time.pending == 0)
  }

  @Test(arguments: [true, false]) func theStageMayCloseEverythingInsteadOfShowing(isAtOnce: Bool) throws {
    let answer = Signal<Never, RouteError>.empty, shown = isAtOnce ? answer : answer.delay(.seconds(1), on: app.time)
    let stage = AnsweringStage { [weak app] transition in
      if transition.opened.contains(where: { $0.destination.route == "details" }) { app?.navigator?.closeAll() }
      return shown
    }
    let navigator = try Navigator(stage: stage, environment: .fixed(on: app.time), modules: app.modules)
    app.navigator = navigator
    navigator.open("/home").start()
    app.time.run()
    let opening = Recorder(navigator.router.push(.details, with: "a"))
    app.time.run()
    #expect([opening.outcome, navigator.address] == ["closed(app)", ""])
    #expect(navigator.leaks() == [])
  }
}
