import Signals
import SignalsTesting
import Testing
import VIPER
import VIPERTesting

/// A transition that the stage cannot show, or never answers, leaves no effect, and navigation goes on.
@MainActor @Suite struct StageTimeLimitTests {
  private let app = TestApp()

  @Test func aStageIsToldOnceWhoseItIsAndMayGoBackByItself() throws {
    @MainActor final class Swiping: Stage {
      private(set) weak var navigator: Navigator?
      private(set) var count = 0
      func attach(to navigator: Navigator) {
        self.navigator = navigator
        count += 1
      }
      func perform(
        _ transition: NavigationTree.Transition, view: (NavigationTree.Node.ID) -> AnyObject?
      ) -> Signal<Never, RouteError> { .empty }
    }
    let stage = Swiping()
    var navigator: Navigator? = try Navigator(
      stage: stage, environment: .fixed(on: app.time), modules: app.modules)
    navigator?.open("/home/details;value=a").start()
    stage.navigator?.userBack(alreadyShown: true).start()
    #expect(stage.count == 1)
    #expect(navigator?.address == "home#1")
    navigator = nil
    #expect(stage.navigator == nil)
  }

  @Test(arguments: [RecordingStage.Answer.never, .failing(.invalid("no room"))])
  func aSwipeThatIsRefusedIsUndoneAndNavigationGoesOnEvenIfThatCannotBeShown(answer: RecordingStage.Answer) throws {
    let navigator = try app.open("/home/details;value=a")
    app.refusesBack = ["details#2"]
    app.stage.answer = answer
    let swipe = Recorder(navigator.userBack(alreadyShown: true)).outcome
    app.stage.answer = .atOnce
    let push = Recorder(navigator.router.push(.other, with: "b"))
    app.time.advance(by: .seconds(30))
    #expect(
      [swipe, push.outcome, navigator.address] == [
        "refused('details' refuses to close now)", "waiting", "home#1/details#2/other#3",
      ])
    #expect(navigator.trace.entries.contains { $0.name == "show again" && $0.detail.hasPrefix("refused") })
    #expect(app.time.pending == 0)
  }

  @Test func theIdOfAModuleRolledBackIsNotReusedAndARequestForItClosesNoOther() throws {
    let (navigator, home) = try app.home()
    app.stage.answer = .after(.seconds(31), app.time)
    let opening = home.push(.details, with: "a").start()
    app.stage.answer = .atOnce
    home.present(.form).start()
    opening.dispose()
    app.time.advance(by: .seconds(30))
    #expect(navigator.address == "home#1/form#3")
  }

  @Test(arguments: [RecordingStage.Answer.never, nil])
  func aStageThatAnswersNeverOrTooLateIsReportedByNameAndNavigationGoesOn(answer: RecordingStage.Answer?) throws {
    let (navigator, home) = try app.home()
    app.stage.answer = answer ?? .after(.seconds(31), app.time)
    let opening = Recorder(home.push(.details, with: "a"))
    app.time.advance(by: .seconds(30))
    // A late stage is asked to show the current tree; no other transition is shown before its time for that is over.
    #expect(app.stage.transitions.last?.after == navigator.tree.value)
    app.stage.answer = .atOnce
    home.push(.details, with: "a").start()
    let before = [opening.outcome, navigator.address]
    app.time.advance(by: answer == nil ? .seconds(31) : .seconds(30))
    #expect(
      before + [navigator.address] == ["notShown(details, by: RecordingStage)", "home#1", "home#1/details#3"])
    let log = navigator.trace.entries.filter { $0.kind == .route && $0.detail.hasPrefix("refused") }
    #expect(log.map(\.name) == ["push details", "show again"])
    #expect(navigator.leaks() == [])
  }

  enum Kind: CaseIterable, Sendable {
    case push, modal, root, replace, back, finish, backTo, userBack, tab, embed, select
  }

  /// `tabs#1` with the tabs `details#2`, which has `details#4` on it and is selected, and `other#3`.
  private func navigator() throws -> Navigator {
    let navigator = try app.makeNavigatorWithTabs()
    try app.details().push(.details, with: "top").start()
    _ = app.takeLog()
    return navigator
  }

  /// Requests a transition of the kind.
  private func ask(_ kind: Kind, _ navigator: Navigator) throws -> Signal<Void, RouteError> {
    let tabs = try app.router("tabs#1"), top = try app.details(4)
    return switch kind {
    case .push: top.push(.other, with: "x").map { _ in }
    case .modal: top.present(.other, with: "x").map { _ in }
    case .root: navigator.router.setRoot(.form).map { _ in }
    case .replace: top.replace(.other, with: "x").map { _ in }
    case .back: top.back()
    case .finish: top.finish(7)
    case .backTo: top.back(to: .tabs)
    case .userBack: navigator.userBack()
    case .tab: tabs.tab(.other, with: "c").map { _ in }
    case .embed: tabs.embed(.other, with: "c").map { _ in }
    case .select: tabs.select(.other, with: "b")
    }
  }

  /// The route and the kind of the transition that the stage was about to show, and the notifications of the transition and of
  /// its rollback.
  private func expected(_ kind: Kind) -> (route: String, kind: NavigationTree.Transition.Kind, life: String) {
    let onTop = "other#5 loaded, details#4 loses, other#5 gains, other#5 loses, details#4 gains, other#5 unloaded"
    let back = "details#4 loses, details#2 gains, details#2 loses, details#4 gains"
    let root = """
      form#5 loaded, details#4 loses, tabs#1 loses, form#5 gains, form#5 loses, tabs#1 gains, details#4 gains, \
      form#5 unloaded
      """
    return switch kind {
    case .push: ("other", .push, onTop)
    case .modal: ("other", .modal, onTop)
    case .replace: ("other", .replace, onTop)
    case .root: ("form", .root, root)
    case .back, .finish, .backTo, .userBack: ("details", .back, back)
    case .tab: ("other", .tab, "other#5 loaded, other#5 unloaded")
    case .embed: ("other", .embed, "other#5 loaded, other#5 gains, other#5 loses, other#5 unloaded")
    case .select: ("other", .select, "details#4 loses, other#3 gains, other#3 loses, details#4 gains")
    }
  }

  @Test(arguments: Kind.allCases, [true, false])
  func aFailedTransitionChangesNothing(kind: Kind, isSilent: Bool) throws {
    let navigator = try navigator(), before = navigator.tree.value, expected = expected(kind)
    app.stage.answer = isSilent ? .never : .failing(.invalid("no room"))
    let asking = Recorder(try ask(kind, navigator))
    app.time.advance(by: .seconds(60))
    let reason = isSilent ? "notShown(\(expected.route), by: RecordingStage)" : "invalid(no room)"
    #expect(asking.outcome == reason)
    #expect(navigator.tree.value == before)
    #expect(navigator.leaks() == [])
    // A stage that is only late is asked to show the current tree.
    #expect(!isSilent || app.stage.transitions.last?.after == before)
    #expect(app.log.filter { !$0.hasSuffix("ended") }.joined(separator: ", ") == expected.life)
    let opened = (app.built("other") + app.built("form")).filter { $0.hasSuffix("#5") }
    let ends = opened.flatMap { app.layersLeft($0) + ["\($0) unloaded", "\($0) alive ended"] }
    #expect(app.log.filter { $0.hasSuffix("unloaded") || $0.hasSuffix("alive ended") } == ends)
    app.stage.answer = .atOnce
    let again = Recorder(try ask(kind, navigator))
    #expect(again.failure == nil)
    #expect(app.stage.kinds.last == expected.kind)
    #expect(navigator.tree.value != before)
  }

  @Test func aResultThatCannotBeDeliveredIsDeliveredTheNextTime() throws {
    let result = Recorder(try app.home().router.push(.details, with: "a")), finish = try app.details().finish
    app.stage.answer = .failing(.invalid("no room"))
    finish(1).start()
    let outcome = result.outcome
    app.stage.answer = .atOnce
    finish(2).start()
    #expect([outcome, result.outcome] == ["waiting", "2, end"])
  }
}
