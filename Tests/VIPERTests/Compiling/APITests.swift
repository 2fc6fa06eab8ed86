import Foundation
import Signals
import Testing
import VIPER
import VIPERTesting

/// Uses each public name once, as an app does. An edit here is a change of the public API.
private struct Query: Codable, Hashable, Sendable { var word: String }
private final class Live: Sendable {}
private final class Screen {}

extension Route<Query, Int> { fileprivate static var results: Self { Route("results") } }
extension Route<Void, Never> { fileprivate static var start: Self { Route("home", style: .modal) } }
extension Route<Live, Int> { fileprivate static var live: Self { Route(transient: "live", style: .tab) } }
extension ModuleEvent<String> {
  fileprivate static var text: Self { ModuleEvent("text") }
  fileprivate static var posted: Self { ModuleEvent(Notification.Name("posted"), read: { _ in nil }) }
  fileprivate static var both: Self {
    ModuleEvent(Notification.Name("both"), read: { (_: Notification) in nil }, write: { ["text": $0] })
  }
}

/// A presenter with only the default implementations.
@MainActor private final class PlainPresenter: Presenter {}

@MainActor private final class FullPresenter: Presenter {
  func loaded() {}
  func willGainFocus() {}
  func willLoseFocus() {}
  func unloaded() {}
  func shouldGoBack() -> Bool { true }
  var isReady: Property<Bool> { Property(constant: true) }
}

@MainActor private final class PlainStage: Stage {
  func perform(_ transition: Transition, view: (NavigationTree.Node.ID) -> AnyObject?) -> Signal<Never, RouteError> {
    _ = transition.kind as Transition.Kind
    _ = (transition.before, transition.after) as (NavigationTree, NavigationTree)
    _ = (transition.opened, transition.closed) as ([NavigationTree.Node], [NavigationTree.Node])
    return .empty
  }
}

@MainActor private func routes() throws {
  let results = Route<Query, Int>.results
  _ = (results.name, results.style) as (String, NavigationTree.Style)
  let destination: Destination = try results.destination(with: Query(word: "a"))
  _ = (destination.route, destination.input) as (String, String?)
  _ = destination.input(of: results) as Query?
  _ = Route<Void, Never>.start.destination as Destination
  let errors: [RouteError] = [
    .unknown("a", nearest: nil), .invalid(""), .duplicate(""), .undeclared(from: "", to: ""), .covered("", by: ""),
    .closed(""), .unheard("", by: ""), .refused(""), .nothingBelow, .timedOut(""), .notShown("", by: ""),
    .incomplete([RouteError.Missing(route: "", reason: .nothingBelow)]),
  ]
  _ = errors.map(\.description)
  for case .timedOut(let name) in errors { _ = name as String }
}

@MainActor private func trees(_ tree: NavigationTree) {
  _ = NavigationTree()
  _ = tree.root.map { ($0.id, $0.destination, $0.style, $0.children, $0.selected, $0.name) }
  _ = tree.path as [NavigationTree.Node]
  _ = tree.focus as [Int]
  _ = tree.description as String
  _ = [.root, .push, .modal, .tab, .embedded] as [NavigationTree.Style]
  _ = [.root, .push, .modal, .tab, .embed, .replace, .back, .select] as [Transition.Kind]
}

@MainActor private func modules() -> [Module] {
  let members = Guard { (to: Destination, router: Router<Never>) in
    switch to.route {
    case "a": .proceed
    case "b": .redirect(to: to)
    case "c": .hold(until: router.present(.start).map { _ in })
    default: .refuse("members only")
    }
  }
  return [
    Module(.start, opens: .results, .live) { (_: Router<Never>, _: Void) in Assembly() },
    Module(.results, guard: members) { (_: Router<Int>, _: Query) in
      Assembly(view: Screen(), presenter: FullPresenter(), interactor: Screen(), others: [Screen()], file: "a", line: 1)
    },
    .answering(.live) { (_: Live) in 1 },
  ]
}

@MainActor private func verbs(_ router: Router<Int>) {
  _ = router.name as String
  _ = router.environment as AppEnvironment
  _ = router.trace as Trace
  _ = (router.alive, router.focused) as (DisposeBag, DisposeBag)
  _ = router.back as Command<Void, Void, RouteError>
  _ = router.finish as Command<Int, Void, RouteError>
  _ = Command(finishing: router, with: 1) as Command<Void, Void, RouteError>
  let query = Query(word: "a")
  let results: [Signal<Int, RouteError>] = [
    router.push(.results, with: query), router.present(.results, with: query), router.setRoot(.results, with: query),
    router.replace(.results, with: query), router.tab(.results, with: query), router.embed(.results, with: query),
  ]
  let nothing: [Signal<Never, RouteError>] = [
    router.push(.start), router.present(.start), router.setRoot(.start), router.replace(.start), router.tab(.start),
    router.embed(.start),
  ]
  let done: [Signal<Void, RouteError>] = [
    router.open("/home"), router.back(to: .start), router.select(.start), router.select(.results, with: query),
    router.send(.text, "a", to: .all), router.send(.posted, "a", to: .parent), router.send(.both, "a", to: .children),
    router.send(.text, "a", to: .modules(.start, .results)),
  ]
  _ = (results, nothing, done)
  _ = router.results(of: .results) as Signal<Int, Never>
  _ = router.received(.text) as Signal<String, Never>
  _ = Signal<Int, RouteError>.empty.traced("a", by: router) as Signal<Int, RouteError>
  _ = MutableProperty(1).traced("a", by: router) as MutableProperty<Int>
  _ = router.back.traced("back", by: router) as Command<Void, Void, RouteError>
}

@MainActor private func navigators(_ environment: AppEnvironment) throws {
  let trace = Trace(environment.scheduler) { (_: Trace.Entry) in }
  let navigator = try Navigator(stage: PlainStage(), environment: environment, trace: trace, modules: modules())
  _ = try Navigator(stage: RecordingStage(.atOnce), environment: environment, modules: [])
  _ = (navigator.environment, navigator.trace, navigator.links) as (AppEnvironment, Trace, Links)
  _ = navigator.tree as Property<NavigationTree>
  _ = navigator.router as Router<Never>
  let done: [Signal<Void, RouteError>] = [
    navigator.open("/home"), navigator.open("/home", timeout: .seconds(1)), navigator.restore(NavigationTree()),
    navigator.restore(NavigationTree(), timeout: .seconds(1)), navigator.userBack(),
    navigator.userBack(alreadyShown: true), navigator.userClose(1), navigator.userClose(1, alreadyShown: true),
    navigator.userSelect(1),
  ]
  _ = done
  navigator.closeAll()
  _ = navigator.leaks().map { ($0.module, $0.part, $0.file, $0.line, $0.description) }
  _ = [Navigator.Notation.dot, .mermaid].map { navigator.graph($0) } as [String]
  _ = try navigator.links.parse("/home") as [Destination]
  _ = try navigator.links.print([Route<Void, Never>.start.destination]) as String
}

private func traces(_ trace: Trace) {
  trace.record(.value, module: "a#1")
  trace.record(.value, module: "a#1", name: "b", "c")
  trace.isOn = false
  _ = trace.entries.map { ($0.time, $0.kind, $0.module, $0.name, $0.detail, $0.description) }
  _ = [.attach, .bind, .value, .command, .route, .event, .focus, .free] as [Trace.Kind]
  _ = trace.marbles(tick: .seconds(1)) as String
  _ = trace.chromeJSON() as String
}

@MainActor private func testing(_ environment: AppEnvironment) throws {
  let time = VirtualTimeScheduler()
  _ = AppEnvironment.fixed(
    at: Date(timeIntervalSinceReferenceDate: 0), on: time, locale: Locale(identifier: "en_US"), timeZone: .gmt)
  let stage = RecordingStage(.after(.seconds(1), time))
  stage.answer = .failing(.nothingBelow)
  stage.answer = .never
  stage.answer = .atOnce
  _ = (stage.kinds, stage.transitions) as ([Transition.Kind], [Transition])
  let host = try PresenterHost(.start, environment: environment, stage: stage, opens: .results) {
    (_: Router<Never>, _: Void) in PlainPresenter()
  }
  _ = (host.presenter, host.navigator, host.stage) as (PlainPresenter, Navigator, RecordingStage)
  _ = (host.results, host.isOpen, host.visible) as ([Never], Bool, String?)
  _ = try PresenterHost(.results, with: Query(word: "a"), environment: environment) {
    (_: Router<Int>, _: Query) in FullPresenter()
  }
}

@MainActor @Suite struct APITests {
  /// The test is that this file compiles; the calls show that nothing traps.
  @Test func everyNameIsThere() throws {
    let time = VirtualTimeScheduler()
    let environment = AppEnvironment(
      now: { Date(timeIntervalSinceReferenceDate: 0) }, calendar: Calendar(identifier: .gregorian),
      locale: Locale(identifier: "en_US"), id: { UUID() }, scheduler: time, notifications: NotificationCenter())
    try routes()
    trees(NavigationTree())
    try navigators(environment)
    let routers = MutableProperty<Router<Int>?>(nil)
    _ = try PresenterHost(.results, with: Query(word: "a"), environment: environment) { router, _ in
      routers.value = router
      return PlainPresenter()
    }
    verbs(try #require(routers.value))
    traces(Trace(time))
    try testing(environment)
    #expect(time.pending == 0)
  }
}
