import Signals
import SignalsTesting
import Testing
import VIPER
import VIPERTesting

extension Route<Void, Never> {
  static var home: Self { Route("home") }
  static var tabs: Self { Route("tabs") }
}
extension Route<String, Int> {
  static var details: Self { Route("details") }
  static var other: Self { Route("other") }
}
extension Route<Void, String> { static var form: Self { Route("form", style: .modal) } }
extension Route<Void, Int> { static var plain: Self { Route("plain") } }

/// An app whose modules note their notifications and can be watched for leaks.
@MainActor final class TestApp {
  let time = VirtualTimeScheduler(), stage = RecordingStage()
  private let lives = Lives()
  var guards: [String: Guard] = [:]
  /// The navigator, retained for the test; setting nil releases it.
  var navigator: Navigator?

  var log: [String] { lives.log }
  func note(_ line: String) { lives.note(line) }
  func takeLog() -> [String] {
    defer { lives.log = [] }
    return lives.log
  }

  /// The modules whose presenters refuse to close.
  var refusesBack: Set<String> {
    get { lives.refusesBack }
    set { lives.refusesBack = newValue }
  }

  /// Acts when a module is `built`, and at each line of the log: `home#1 loaded`.
  func onNote(_ line: String, _ act: @escaping () -> Void) { lives.acts[line] = act }

  /// The routes whose guards were asked, if the test guards them by this function.
  let asked = MutableProperty<[String]>([])
  func noteGuard(of route: String, _ decision: Guard.Decision = .proceed) {
    guards[route] = Guard { [asked] _, _ in
      asked.modify { $0.append(route) }
      return decision
    }
  }

  /// From now on the stage takes a second for each transition.
  func slowDown() { stage.answer = .after(.seconds(1), time) }

  func makeNavigator(_ more: [Module] = [], links: LinkRules = LinkRules()) throws -> Navigator {
    let navigator = try Navigator(stage: stage, environment: .fixed(on: time), modules: modules + more, links: links)
    self.navigator = navigator
    return navigator
  }

  /// `tabs#1` with the tabs `details#2`, which is selected, and `other#3`.
  func makeNavigatorWithTabs() throws -> Navigator {
    let navigator = try open("/tabs"), tabs = try router("tabs#1")
    tabs.tab(.details, with: "a").start()
    tabs.tab(.other, with: "b").start()
    return navigator
  }

  var modules: [Module] {
    [
      Module(.home, opens: .details, .form, .plain, .other, guard: guards["home"], build: noting()),
      Module(.details, opens: .details, .other, .form, guard: guards["details"], build: noting()),
      Module(.other, opens: .details, .form, guard: guards["other"], build: noting()),
      Module(.form, guard: guards["form"], build: noting()),
      Module(.plain, guard: guards["plain"]) { _, _ in Assembly(view: PlainView(nil)) },
      Module(.tabs, opens: .details, .other, build: noting()),
    ]
  }

  /// Builds a module that notes its notifications.
  private func noting<I, O>() -> @MainActor @Sendable (Router<O>, I) -> Assembly {
    { [lives] router, _ in lives.build(router) }
  }

  /// A navigator that has opened a link.
  func open(_ link: String, _ more: [Module] = []) throws -> Navigator {
    let navigator = try makeNavigator(more)
    navigator.open(link).start()
    return navigator
  }

  /// A navigator that has opened `home#1`, and the router of that module.
  func home() throws -> (navigator: Navigator, router: Router<Never>) { (try open("/home"), try router("home#1")) }

  /// A module that notes its notifications, and opens from anywhere.
  func module<I, O>(_ route: Route<I, O>) -> Module { Module(route, fromAnywhere: true, build: noting()) }

  /// The tree of another app that has opened a link.
  static func tree(of link: String) throws -> NavigationTree { try TestApp().open(link).tree.value }

  /// The router of an open module.
  func router<O>(_ name: String, _ type: O.Type = Never.self) throws -> Router<O> {
    try #require(lives.presenters[name]?.object as? NotingPresenter<O>).router
  }
  func details(_ id: Int = 2) throws -> Router<Int> { try router("details#\(id)", Int.self) }
  func other(_ id: Int) throws -> Router<Int> { try router("other#\(id)", Int.self) }
  func form(_ id: Int) throws -> Router<String> { try router("form#\(id)", String.self) }

  /// The layers of a module and the objects in its bag `alive`, held weakly.
  func layers(_ name: String) -> [(role: String, part: Weak)] { lives.watched[name] ?? [] }
  /// The layers of a module that are still there.
  func layersLeft(_ name: String) -> [String] { layers(name).filter { $0.part.object != nil }.map(\.role) }

  /// The modules of a route that were ever built, by name.
  func built(_ route: String) -> [String] { lives.watched.keys.filter { $0.hasPrefix(route + "#") }.sorted() }
}

/// The ways of a router to open a module.
enum Verb: CaseIterable, Sendable { case push, present, tab, embed, replace, setRoot }

extension Router {
  func open<I, O>(_ route: Route<I, O>, with input: I, by verb: Verb) -> Signal<O, RouteError> {
    switch verb {
    case .push: push(route, with: input)
    case .present: present(route, with: input)
    case .tab: tab(route, with: input)
    case .embed: embed(route, with: input)
    case .replace: replace(route, with: input)
    case .setRoot: setRoot(route, with: input)
    }
  }
}

extension Recorder where Failure == RouteError {
  /// The events on one line: `waiting`, `done`, `7, end`, or the failure with its values: `covered(home, by: form)`.
  var outcome: String {
    let texts = events.map { event in
      switch event {
      case .value(let value): "\(value)"
      case .completed: "end"
      case .failed(let error): error.short
      }
    }
    return texts.isEmpty ? "waiting" : texts == ["()", "end"] ? "done" : texts.joined(separator: ", ")
  }
}

extension RouteError {
  /// The case and its values, without quotes: `closed(app)`.
  var short: String {
    if case .incomplete(let missing) = self {
      return missing.map { "without \($0.route): \($0.reason.short)" }.joined(separator: "; ")
    }
    guard let (label, value) = Mirror(reflecting: self).children.first else { return "nothingBelow" }
    let text = "\(value)".replacing("\"", with: "")
    return (label ?? "") + (value is String || value is RouteError.Reason ? "(\(text))" : text)
  }
}

/// The message of the error that `body` throws.
func problem(_ body: () throws -> Void) -> String? {
  do { try body() } catch { return "\(error)" }
  return nil
}

extension NavigationTree {
  /// The transition of a request that is possible.
  func transition(_ request: NavigationRequest) throws -> NavigationTree.Transition {
    switch decide(request) {
    case .perform(let transition): return transition
    case let decision: throw RouteError.invalid("\(decision)")
    }
  }

  /// The tree after these requests.
  static func after(_ requests: NavigationRequest...) throws -> NavigationTree {
    try requests.reduce(NavigationTree()) { try $0.transition($1).after }
  }
}

extension Signal {
  /// A signal that only its disposal ends. It says whether it is observed.
  static func unending(_ isObserved: MutableProperty<Bool>) -> Signal {
    Signal { emitter in
      isObserved.value = true
      emitter.disposable.add(Disposable { withExtendedLifetime(emitter) { isObserved.value = false } })
    }
  }
}

extension Navigator {
  /// A navigator of these modules, on a stage that shows every transition at once.
  convenience init(_ modules: [Module], on time: VirtualTimeScheduler = VirtualTimeScheduler()) throws(RouteError) {
    try self.init(stage: RecordingStage(), environment: .fixed(on: time), modules: modules)
  }

  /// The modules from the root to the visible screen: `home#1`.
  var path: [String] { tree.value.path.map(\.name) }
  /// The path on one line: `home#1/form#2`.
  var address: String { path.joined(separator: "/") }
  /// Opens a link. Its outcome, and the path: `done: home#1/form#2`.
  func following(_ link: String) -> String {
    let link = Recorder(open(link))
    return "\(link.outcome): \(address)"
  }
  /// The routes of the modules from the root to the visible screen.
  var routesOfPath: [String] { tree.value.path.map(\.destination.route) }
}

/// The notes of the modules. Apart from the app, which retains the navigator, which retains the modules' builders.
@MainActor final class Lives {
  var log: [String] = []
  /// The presenters that are alive, by module name; weak.
  private(set) var presenters: [String: Weak] = [:]
  private(set) var watched: [String: [(role: String, part: Weak)]] = [:]
  var refusesBack: Set<String> = []

  var acts: [String: () -> Void] = [:]

  func note(_ line: String) {
    log.append(line)
    acts[line]?()
  }

  func build<O>(_ router: Router<O>) -> Assembly {
    acts["\(router.name) built"]?()
    let interactor = Interactor()
    let presenter = NotingPresenter(interactor, router, self)
    presenters[router.name] = Weak(presenter)
    let view = PlainView(presenter)
    // An object that only the module's bag `alive` retains.
    let kept = Interactor()
    router.alive.add(Disposable { withExtendedLifetime(kept) {} })
    watched[router.name] = [
      ("view", Weak(view)), ("presenter", Weak(presenter)), ("interactor", Weak(interactor)), ("router", Weak(router)),
      ("alive", Weak(kept)),
    ]
    return Assembly(view: view, presenter: presenter, interactor: interactor)
  }
}

/// A stage that answers each transition as the test says.
@MainActor final class AnsweringStage: Stage {
  private let answer: @MainActor (NavigationTree.Transition) -> Signal<Never, RouteError>
  init(_ answer: @escaping @MainActor (NavigationTree.Transition) -> Signal<Never, RouteError>) { self.answer = answer }
  func perform(_ transition: NavigationTree.Transition, view: (Int) -> AnyObject?) -> Signal<Never, RouteError> {
    answer(transition)
  }
}

struct Weak {
  weak var object: AnyObject?
  init(_ object: AnyObject) { self.object = object }
}

final class Interactor: Sendable {}

/// A view, which ends the process if it is freed on another thread.
@MainActor final class PlainView {
  let presenter: (any Presenter)?
  init(_ presenter: (any Presenter)?) { self.presenter = presenter }
  deinit { MainActor.assertIsolated() }
}

/// A presenter that is ready when the test says so.
final class LoadingPresenter: Presenter {
  private let ready: MutableProperty<Bool>
  init(_ ready: MutableProperty<Bool>) { self.ready = ready }
  var isReady: Property<Bool> { ready.readOnly }
}

@MainActor final class NotingPresenter<Output: Sendable>: Presenter {
  let router: Router<Output>
  private let interactor: Interactor
  private let lives: Lives

  init(_ interactor: Interactor, _ router: Router<Output>, _ lives: Lives) {
    self.interactor = interactor
    self.router = router
    self.lives = lives
  }

  private func note(_ what: String) { lives.note("\(router.name) \(what)") }

  private func noteEnd(_ what: String) -> Disposable {
    Disposable { [lives, name = router.name] in MainActor.assumeIsolated { lives.note("\(name) \(what) ended") } }
  }

  func loaded() {
    note("loaded")
    router.alive.add(noteEnd("alive"))
  }
  func willGainFocus() {
    note("gains")
    router.focused.add(noteEnd("focused"))
  }
  func willLoseFocus() { note("loses") }
  func unloaded() { note("unloaded") }
  func shouldGoBack() -> Bool { !lives.refusesBack.contains(router.name) }
}
