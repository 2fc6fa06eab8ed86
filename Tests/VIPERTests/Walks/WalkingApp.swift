import Signals
import SignalsTesting
import VIPER
import VIPERTesting

/// An app of five screens, each of which may open every other. Random numbers choose its steps, also while its modules are
/// notified, and it notes every violated promise.
@MainActor final class WalkingApp {
  static let styles: [RouteStyle] = [.push, .modal, .tab, .embedded, .push]
  static let routes = styles.enumerated().map { number, style in Route<Int, Int>("r\(number)", style: style) }
  private typealias Hold = (signal: Signal<Void, RouteError>, input: Emitter<Void, RouteError>)

  let time = VirtualTimeScheduler()
  let stage: WalkingStage
  private(set) var navigator: Navigator?
  private(set) var problems: [String] = []
  /// The requests so far, to find the cause of a failure.
  private(set) var asked: [String] = []
  private(set) var openings: [WalkingOpening] = []
  private(set) var lives: [String: Life] = [:]
  private var random: SeededNumbers
  private var routers: [String: WeakRouter] = [:]
  /// The router of a module that may have closed.
  private var oldRouter: Router<Int>?
  private var trees: [NavigationTree] = []
  /// The decision of the guard of `r4` now, and the signal that it holds until.
  private var decision = 0
  private var hold: Hold = Signal.pipe()
  private var isInterrupted = false

  private struct WeakRouter { weak var router: Router<Int>? }

  init(seed: UInt64) throws(RouteError) {
    random = SeededNumbers(seed: seed)
    stage = WalkingStage(time)
    let all = Self.routes
    let modules = all.map { route in
      let decide = Guard { [weak self] _, _ in self?.decide() ?? .proceed }
      return Module(
        route, opens: all[0], all[1], all[2], all[3], all[4], guard: route.name == "r4" ? decide : nil
      ) { [weak self] router, _ in
        let life = Life(router.name) { problem in self?.note(problem) }
        self?.lives[router.name] = life
        self?.routers[router.name] = WeakRouter(router: router)
        let presenter = LivingPresenter(router, life) { self?.interrupt() }
        return Assembly(view: LivingPart(), presenter: presenter, interactor: LivingPart())
      }
    }
    navigator = try Navigator(stage: stage, environment: .fixed(on: time), modules: modules)
    stage.open = { [weak self] in self?.navigator?.tree.value }
    stage.note = { [weak self] problem in self?.note(problem) }
  }

  func note(_ problem: String) { problems.append(problem) }

  /// The step to make while a module is notified.
  private func interrupt() {
    guard !isInterrupted, number(20) == 0 else { return }
    isInterrupted = true
    if !stage.isIdle, isTrue() { answer() } else { step() }
    isInterrupted = false
  }

  private func answer() {
    let isShown = isTrue()
    ask("the stage answers: \(isShown)")
    stage.answer(isShown)
  }

  private func number(_ count: Int) -> Int { Int.random(in: 0..<count, using: &random) }
  private func isTrue() -> Bool { number(2) == 0 }
  private func route() -> Route<Int, Int> { Self.routes[number(5)] }
  private func stack() -> [Destination] {
    (0...number(4)).compactMap { _ in try? route().destination(with: number(2)) }
  }

  private func router() -> Router<Int>? {
    let open = routers.filter { $0.value.router != nil }.keys.sorted()
    if number(10) == 0 || open.isEmpty { return oldRouter }
    let router = routers[open[number(open.count)]]?.router
    if number(20) == 0 { oldRouter = router }
    return router
  }

  private func decide() -> Guard.Decision {
    interrupt()
    return switch decision {
    case 0, 1: .proceed
    case 2: .refuse("members only")
    case 3: .hold(until: hold.signal)
    default: (try? route().destination(with: 0)).map { .redirect(to: $0) } ?? .proceed
    }
  }

  /// Makes a random step.
  func step() {
    switch number(100) {
    case 0..<40: open()
    case 40..<60: close()
    case 60..<70: follow()
    case 70..<85: change()
    case 85..<95: time.advance(by: .milliseconds(number(20_000)))
    case 95..<99: send()
    default: time.advance(by: .seconds(100))
    }
    guard let tree = navigator?.tree.value, tree.everyNode.count > 30 || number(200) == 0 else { return }
    ask("close all")
    navigator?.closeAll()
  }

  private func ask(_ what: String) { asked.append((isInterrupted ? "  " : "") + what) }

  private func begin<Value>(_ what: String, _ signal: Signal<Value, RouteError>) {
    ask(what)
    openings.append(WalkingOpening(what: what, outcome: Recorder(signal.map { _ in })))
  }

  private func open() {
    guard let navigator else { return }
    let route = route(), input = number(2), kind = number(9), page = "\(route.name) \(input)"
    if kind == 8 { return begin("app: push \(page)", navigator.router.push(route, with: input)) }
    guard let router = router() else {
      return begin("app: set root \(page)", navigator.router.setRoot(route, with: input))
    }
    if kind == 7 { return begin("\(router.name): select \(page)", router.select(route, with: input)) }
    if kind == 6 {
      guard let tab = navigator.tree.value.everyNode.randomElement(using: &random) else { return }
      return begin("user selects \(tab.name)", navigator.userSelect(tab.id))
    }
    let verb = Verb.allCases[kind]
    begin("\(router.name): \(verb) \(page)", router.open(route, with: input, by: verb))
  }

  private func close() {
    switch number(7) {
    case let kind where kind < 3:
      guard let router = router() else { return }
      let route = route()
      if kind == 0 { return begin("\(router.name): back to \(route.name)", router.back(to: route)) }
      ask("\(router.name): \(kind == 1 ? "back" : "finish")")
      if kind == 1 { router.back().start() } else { router.finish(7).start() }
    case 3, 4:
      let isShown = isTrue()
      guard let back = navigator?.userBack(alreadyShown: isShown) else { return }
      if isShown { stage.swipe(nil) }
      begin("user back \(isShown)", back)
    case 5:
      guard let node = navigator?.tree.value.everyNode.randomElement(using: &random) else { return }
      let isShown = isTrue()
      guard let closing = navigator?.userClose(node.id, alreadyShown: isShown) else { return }
      if isShown { stage.swipe(node.id) }
      begin("user closes \(node.name) \(isShown)", closing)
    default:
      guard let index = openings.indices.suffix(20).randomElement(using: &random) else { return }
      ask("dispose \(openings[index].what)")
      openings[index].isDisposed = true
      openings[index].outcome.dispose()
    }
  }

  private func follow() {
    guard let navigator else { return }
    if let link = try? navigator.links.print(stack()), number(3) < 2 {
      if let router = router(), isTrue() { return begin("\(router.name): open \(link)", router.open(link)) }
      return begin("open \(link)", navigator.open(link))
    }
    if isTrue() { trees.append(navigator.tree.value) }
    guard let tree = trees.randomElement(using: &random) else { return }
    begin("restore \(tree)", navigator.restore(tree))
  }

  private func change() {
    let life = lives.values.filter(\.isOpen).sorted { $0.name < $1.name }.randomElement(using: &random)
    switch number(6) {
    case 0:
      decision = number(5)
      ask("guard: \(decision)")
    case 1:
      ask("hold: value")
      hold.input.send(())
    case 2:
      ask("hold: end")
      let ended = hold
      hold = Signal.pipe()
      ended.input.complete()
    case 3:
      life?.isWilling = number(4) > 0
    case 4:
      ask("ready: \(life?.name ?? "nobody")")
      life?.isReady.value = number(4) > 0
    default:
      stage.mood = isTrue() ? .atOnce : WalkingStage.Mood.allCases.randomElement(using: &random) ?? .atOnce
      ask("stage: \(stage.mood)")
    }
  }

  private func send() {
    let event = ModuleEvent<Int>("number")
    guard let router = router() else { return }
    ask("\(router.name): send")
    router.received(event).observeValues { [weak self] _ in MainActor.assumeIsolated { self?.interrupt() } }
      .stored(in: router.alive)
    let recipients = [Recipients.all, .parent, .children, .modules(Self.routes[0], Self.routes[1])]
    router.send(event, 1, to: recipients[number(4)]).start()
  }

  /// Waits for all steps to end, and closes everything.
  func end() {
    (stage.mood, decision) = (.atOnce, 0)
    for life in lives.values { life.isReady.value = true }
    time.advance(by: .seconds(100))
    hold.input.complete()
    time.advance(by: .seconds(100))
    navigator?.closeAll()
    // From now on no module makes requests.
    (isInterrupted, oldRouter) = (true, nil)
    time.run()
    navigator?.closeAll()
    time.run()
  }

  /// Releases the navigator.
  func drop() { navigator = nil }
}

/// A request.
struct WalkingOpening {
  let what: String
  fileprivate let outcome: Recorder<Void, RouteError>
  fileprivate(set) var isDisposed = false

  var hasEnded: Bool { outcome.isCompleted || outcome.failure != nil }
}
