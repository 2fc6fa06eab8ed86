import Signals
import SignalsTesting
import Testing
import VIPER
import VIPERTesting

@MainActor @Suite struct StageTests {
  @Test func aFailureRollsTheStepBack() throws {
    let app = TestApp()
    let navigator = try app.makeNavigator()
    navigator.open("/home").start()
    _ = app.takeLog()
    app.stage.answer = .failing(.invalid("no room"))
    let home = try #require(app.presenter("home#1", as: Never.self)).router
    let opening = Recorder(home.push(.details, with: "a"))
    #expect(opening.failure == .invalid("no room"))
    #expect(navigator.tree.value.path.count == 1)
    #expect(app.presenter("details#2", as: Int.self) == nil)
    #expect(navigator.leaks() == [])
    #expect(app.takeLog().suffix(4).contains("home#1 gains"))
    app.stage.answer = .atOnce
    home.push(.details, with: "a").start()
    #expect(navigator.tree.value.path.count == 2)
  }

  enum Kind: CaseIterable, Sendable { case push, modal, root, replace, back, backTo, userBack, tab, embed, select }

  /// Asks for a step of the kind on `tabs / details`, which has two tabs.
  private func ask(_ kind: Kind, _ app: TestApp, _ navigator: Navigator) throws -> Signal<Void, RouteError> {
    let tabs = try #require(app.presenter("tabs#1", as: Never.self)).router
    let form = try #require(app.presenter("details#4", as: Int.self)).router
    return switch kind {
    case .push: form.push(.other, with: "x").map { _ in }
    case .modal: form.present(.other, with: "x").map { _ in }
    case .root: navigator.router.setRoot(.plain).map { _ in }
    case .replace: form.replace(.other, with: "x").map { _ in }
    case .back:
      form.back.apply(()).mapError { if case .failed(let error) = $0 { error } else { .invalid("disabled") } }
    case .backTo: form.back(to: .tabs)
    case .userBack: navigator.userBack()
    case .tab: tabs.tab(.other, with: "c").map { _ in }
    case .embed: tabs.embed(.other, with: "c").map { _ in }
    case .select: tabs.select(.other, with: "b")
    }
  }

  @Test(arguments: Kind.allCases, [true, false])
  func whatCannotBeShownIsRolledBackWhateverItIs(kind: Kind, isSilent: Bool) throws {
    let app = TestApp()
    let navigator = try app.makeNavigator()
    navigator.open("/tabs").start()
    let tabs = try #require(app.presenter("tabs#1", as: Never.self)).router
    tabs.tab(.details, with: "a").start()
    tabs.tab(.other, with: "b").start()
    app.presenter("details#2", as: Int.self)?.router.push(.details, with: "top").start()
    let before = navigator.tree.value
    app.stage.answer = isSilent ? .never : .failing(.invalid("no room"))
    _ = app.takeLog()
    let asking = Recorder(try ask(kind, app, navigator))
    app.time.advance(by: .seconds(60))
    if isSilent {
      guard case .timedOut(_, by: "RecordingStage") = asking.failure else {
        Issue.record("\(asking.events)")
        return
      }
      #expect(app.stage.transitions.last?.after == before)
    } else {
      #expect(asking.failure == .invalid("no room"))
    }
    #expect(navigator.tree.value == before)
    #expect(navigator.leaks() == [])
    // Who lost the focus has it again, and what was opened is gone.
    let log = app.takeLog()
    for name in ["tabs#1", "details#2", "other#3", "details#4"] {
      let own = log.filter { $0.hasPrefix(name) && !$0.hasSuffix("ended") }.map { $0.dropFirst(name.count + 1) }
      #expect(own == Array([["loses", "gains"], ["gains", "loses"], []].first { $0 == own } ?? ["one of these"]))
    }
    #expect(app.layers("other#5").allSatisfy { $0.part.object == nil })
    app.stage.answer = .atOnce
    let again = Recorder(try ask(kind, app, navigator))
    #expect(again.failure == nil)
    #expect(navigator.tree.value != before)
  }

  @Test func aSwipeNeedsNoStage() throws {
    let app = TestApp()
    let navigator = try app.makeNavigator()
    navigator.open("/home/details;value=a").start()
    app.stage.answer = .failing(.invalid("no room"))
    #expect(Recorder(navigator.userBack(alreadyShown: true)).isCompleted)
    #expect(navigator.tree.value.description == "home#1 *")
    #expect(app.stage.kinds == [.root, .push])
  }

  @Test(arguments: [RecordingStage.Answer.never, .failing(.invalid("no room"))])
  func aSwipeThatIsRefusedIsUndoneAndNavigationGoesOnEvenIfThatCannotBeShown(answer: RecordingStage.Answer) throws {
    let app = TestApp()
    let navigator = try app.makeNavigator()
    navigator.open("/home/details;value=a").start()
    app.refusesBack = ["details#2"]
    app.stage.answer = answer
    let swipe = Recorder(navigator.userBack(alreadyShown: true))
    #expect(swipe.failure == .refused("details does not want to be left now"))
    app.stage.answer = .atOnce
    let push = Recorder(navigator.router.push(.other, with: "b"))
    app.time.advance(by: .seconds(30))
    #expect(navigator.tree.value.path.count == 3 && push.events.isEmpty)
    #expect(navigator.trace.entries.contains { $0.name == "show again" && $0.detail.hasPrefix("refused") })
    #expect(app.time.pending == 0)
  }

  @Test func theNumberOfWhatWasRolledBackIsNotGivenAgain() throws {
    let app = TestApp()
    let navigator = try app.makeNavigator()
    navigator.open("/home").start()
    let home = try #require(app.presenter("home#1", as: Never.self)).router
    app.stage.answer = .failing(.invalid("no room"))
    home.push(.details, with: "a").start()
    app.stage.answer = .atOnce
    home.push(.details, with: "a").start()
    #expect(navigator.tree.value.path.map(\.id) == [1, 3])
  }

  @Test func whatIsQueuedForWhatWasRolledBackClosesNothingElse() throws {
    let app = TestApp()
    let navigator = try app.makeNavigator()
    navigator.open("/home").start()
    let home = try #require(app.presenter("home#1", as: Never.self)).router
    app.stage.answer = .after(.seconds(31), app.time)
    let opening = home.push(.details, with: "a").start()
    app.stage.answer = .atOnce
    home.present(.form).start()
    opening.dispose()
    app.time.advance(by: .seconds(30))
    #expect(navigator.tree.value.path.map(\.destination.route) == ["home", "form"])
  }

  @Test func transitionsOfASlowStageAreSerial() throws {
    let app = TestApp()
    app.stage.answer = .after(.seconds(1), app.time)
    let navigator = try app.makeNavigator()
    navigator.open("/home/details;value=a").start()
    #expect(navigator.tree.value.root == nil)
    app.time.advance(by: .seconds(1))
    #expect(navigator.tree.value.path.count == 1)
    app.time.advance(by: .seconds(1))
    #expect(navigator.tree.value.path.count == 2)
    #expect(app.time.pending == 0)
  }

  @Test func aStageThatNeverAnswersIsReportedByNameAndNavigationGoesOn() throws {
    let app = TestApp()
    let navigator = try app.makeNavigator()
    navigator.open("/home").start()
    app.stage.answer = .never
    let home = try #require(app.presenter("home#1", as: Never.self)).router
    let opening = Recorder(home.push(.details, with: "a"))
    app.time.advance(by: .seconds(30))
    #expect(opening.failure == .timedOut("details", by: "RecordingStage"))
    // A late stage is told what is open; nothing else is shown before it had time for that.
    #expect(app.stage.transitions.last?.after == navigator.tree.value)
    app.stage.answer = .atOnce
    home.push(.details, with: "a").start()
    #expect(navigator.tree.value.path.count == 1)
    app.time.advance(by: .seconds(30))
    #expect(navigator.tree.value.path.count == 2)
    let log = navigator.trace.entries.filter { $0.kind == .route && $0.detail.hasPrefix("refused") }
    #expect(log.map(\.name) == ["push details", "show again"])
  }

  @Test func whatALateStageSaysAfterwardsChangesNothing() throws {
    let app = TestApp()
    let navigator = try app.makeNavigator()
    navigator.open("/home").start()
    app.stage.answer = .after(.seconds(31), app.time)
    let home = try #require(app.presenter("home#1", as: Never.self)).router
    let opening = Recorder(home.push(.details, with: "a"))
    app.time.advance(by: .seconds(30))
    #expect(opening.failure == .timedOut("details", by: "RecordingStage"))
    app.time.advance(by: .seconds(60))
    #expect(navigator.tree.value.path.count == 1)
    #expect(navigator.leaks() == [])
  }
}
