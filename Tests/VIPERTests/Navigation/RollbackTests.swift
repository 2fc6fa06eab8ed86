import Signals
import SignalsTesting
import Testing
import VIPER
import VIPERTesting

/// A transition of any kind that the stage cannot show, or never answers, leaves no effect.
@MainActor @Suite struct RollbackTests {
  enum Kind: CaseIterable, Sendable {
    case push, modal, root, replace, back, finish, backTo, userBack, tab, embed, select
  }

  private let app = TestApp()

  /// `tabs#1` with the tabs `details#2`, which has `details#4` on it and is selected, and `other#3`.
  private func navigator() throws -> Navigator {
    let navigator = try app.makeNavigatorWithTabs()
    app.presenter("details#2", as: Int.self)?.router.push(.details, with: "top").start()
    _ = app.takeLog()
    return navigator
  }

  /// Requests a transition of the kind.
  private func ask(_ kind: Kind, _ navigator: Navigator) throws -> Signal<Void, RouteError> {
    let tabs = try app.router("tabs#1")
    let top = try app.router("details#4", Int.self)
    func plain(_ signal: Signal<Void, CommandError<RouteError>>) -> Signal<Void, RouteError> {
      signal.mapError { if case .failed(let error) = $0 { error } else { .invalid("disabled") } }
    }
    return switch kind {
    case .push: top.push(.other, with: "x").map { _ in }
    case .modal: top.present(.other, with: "x").map { _ in }
    case .root: navigator.router.setRoot(.form).map { _ in }
    case .replace: top.replace(.other, with: "x").map { _ in }
    case .back: plain(top.back.apply(()))
    case .finish: plain(top.finish.apply(7))
    case .backTo: top.back(to: .tabs)
    case .userBack: navigator.userBack()
    case .tab: tabs.tab(.other, with: "c").map { _ in }
    case .embed: tabs.embed(.other, with: "c").map { _ in }
    case .select: tabs.select(.other, with: "b")
    }
  }

  /// The route and the kind of the transition that the stage was about to show, and the notifications of the transition and of
  /// its rollback.
  private func expected(_ kind: Kind) -> (route: String, kind: Transition.Kind, life: String) {
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
    let reason = isSilent ? RouteError.notShown(expected.route, by: "RecordingStage") : .invalid("no room")
    #expect(asking.failure == reason && asking.values.isEmpty)
    // A stage that is only late is asked to show the current tree.
    if isSilent { #expect(app.stage.transitions.last?.after == before) }
    #expect(navigator.tree.value == before && navigator.leaks() == [])
    #expect(app.log.filter { !$0.hasSuffix("ended") }.joined(separator: ", ") == expected.life)
    let lives = app.log.filter { $0.hasSuffix("unloaded") }.count
    #expect(app.log.filter { $0.hasSuffix("alive ended") }.count == lives)
    let opened = (app.built("other") + app.built("form")).filter { $0.hasSuffix("#5") }
    #expect(opened.count == lives)
    for layer in opened.flatMap(app.layers) { #expect(layer.part.object == nil, "\(layer.role)") }
    app.stage.answer = .atOnce
    let again = Recorder(try ask(kind, navigator))
    #expect(again.failure == nil && app.stage.kinds.last == expected.kind && navigator.tree.value != before)
  }

  @Test func aResultThatCannotBeDeliveredIsDeliveredTheNextTime() throws {
    _ = try app.open("/home")
    let result = Recorder(try app.router("home#1").push(.details, with: "a"))
    let finish = try app.router("details#2", Int.self).finish
    app.stage.answer = .failing(.invalid("no room"))
    finish.execute(1)
    #expect(result.events.isEmpty)
    app.stage.answer = .atOnce
    finish.execute(2)
    #expect(result.values == [2] && result.isCompleted)
  }
}
