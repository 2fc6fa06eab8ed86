import Signals
import Synchronization

/// The parts of an app that all its routers share.
final class AppContext: Sendable {
  let links: Links
  let scheduler: any Scheduler
  let trace: Trace
  let notifications: NotificationHub
  /// The way to the main actor: at once when already there, unless work of this app waits before it.
  let ui = UIScheduler()
  /// Ends with the navigator.
  let alive = DisposeBag()

  init(_ environment: AppEnvironment, _ trace: Trace, _ links: Links) {
    self.links = links
    scheduler = environment.scheduler
    self.trace = trace
    notifications = NotificationHub(environment.notifications)
  }
}

/// The environment of an app. The navigator owns it, and frees it on the thread that drops the navigator.
final class SharedEnvironment: Sendable {
  let value: AppEnvironment
  init(_ value: AppEnvironment) { self.value = value }
}

/// The pipeline as its routers see it.
@MainActor protocol RouterTarget: AnyObject, Sendable {
  /// Opens a module for a waiter.
  func open(_ opening: Opening, from asking: RouterHandle, for waiter: Waiter)
  /// Makes a request that opens nothing.
  func perform(
    _ request: NavigationRequest, _ values: RequestValues, from asking: RouterHandle,
    _ emitter: Emitter<Void, RouteError>)
  /// The caller of a verb has disposed it.
  func unwanted(by waiter: Waiter)
  /// The bag that ends with the module's focus; nil while it is out of focus.
  func focused(_ id: Int) -> DisposeBag?
}

/// What a request carries in memory only.
struct RequestValues: Sendable {
  /// The input of the module that opens, or of the tab that is selected.
  var input: (any Sendable)?
  /// What the module that closes gives back.
  var result: (any Sendable)?
  /// How the stage is to show it.
  var presentation: (any Sendable)?
}

/// A verb's request to open a module.
struct Opening: Sendable {
  let destination: Destination
  /// Nil replaces the module that asks.
  let style: RouteStyle?
  /// Whether a visible module of the same destination is joined.
  var unlessVisible = false
  var values: RequestValues
}

/// The part that all routers of one module share: its name, and the way to the navigator. Keeps nothing alive.
final class RouterHandle: Sendable {
  /// The module's node; nil for the app's own router.
  let id: Int?
  let route: String
  /// Route and number, as in the trace.
  let name: String
  let isRoot: Bool
  let app: AppContext
  let environment: SharedEnvironment
  /// Ends with the module; the app's own with the navigator.
  let alive: DisposeBag
  private let isClosed = Atomic(false)
  private let moduleResults = LazyReference<ModuleResults>()
  /// The listeners of the module's events.
  let listeners = EventListeners()
  private weak let target: (any RouterTarget)?

  init(
    id: Int? = nil, route: String = "app", isRoot: Bool = false, _ app: AppContext, _ environment: SharedEnvironment,
    target: any RouterTarget
  ) {
    self.id = id
    self.route = route
    name = id.map { "\(route)#\($0)" } ?? route
    self.isRoot = isRoot
    self.app = app
    self.environment = environment
    self.target = target
    alive = id == nil ? app.alive : DisposeBag()
    // The app's own router is on no module: nothing is opened on it, and it hears nothing.
    if id == nil { close() }
  }

  /// The results of modules opened on this one. Here, for a presenter may ask while it is built.
  var results: Signal<ModuleResult, Never> {
    let results = moduleResults { ModuleResults() }
    // The module may have closed before this was made.
    if isClosed.load(ordering: .sequentiallyConsistent) { results.pipe.input.complete() }
    return results.pipe.signal
  }

  /// A module that was opened on this one, or by it, has finished.
  func finished(_ result: ModuleResult) { moduleResults.made?.pipe.input.send(result) }

  /// The module has closed: nothing comes any more.
  func close() {
    isClosed.store(true, ordering: .sequentiallyConsistent)
    moduleResults.made?.pipe.input.complete()
    listeners.close()
  }

  /// A cold signal that asks the pipeline, on the main actor: at once when already there.
  func ask<Value: Sendable>(
    _ body: @escaping @MainActor @Sendable (any RouterTarget, Emitter<Value, RouteError>) throws(RouteError) -> Void
  ) -> Signal<Value, RouteError> {
    Signal { [self] emitter in
      let hop = app.ui.run { [self] in
        guard let target else { return emitter.fail(.closed(name)) }
        do throws(RouteError) { try body(target, emitter) } catch { emitter.fail(error) }
      }
      emitter.disposable.add(hop)
    }
  }

  /// A cold signal that asks for a navigation. A failure is in the link log, under the words of `navigation`.
  func ask<Value: Sendable>(
    for navigation: @autoclosure @escaping @Sendable () -> String,
    _ body: @escaping @MainActor @Sendable (any RouterTarget, Emitter<Value, RouteError>) throws(RouteError) -> Void
  ) -> Signal<Value, RouteError> {
    ask(body).doError { [trace = app.trace] error in trace.refused(navigation(), error) }
  }

  @MainActor var focused: DisposeBag? { id.flatMap { target?.focused($0) } }
}

extension RouterHandle {
  /// Opens a module in the style; nil replaces the module that asks.
  func open<I, O>(
    _ route: Route<I, O>, _ input: I, _ style: RouteStyle?, unlessVisible: Bool = false, _ presentation: (any Sendable)?
  ) -> Signal<O, RouteError> {
    ask(for: "\(style?.rawValue ?? "replace by") \(route.name)") { [self] target, emitter throws(RouteError) in
      let opening = Opening(
        destination: try route.destination(with: input), style: style, unlessVisible: unlessVisible,
        values: RequestValues(input: input, presentation: presentation))
      let waiter = Waiter(closesWhenUnwanted: style != nil && style != .root) { event in
        switch event {
        case .value(let value): if let value = value as? O { emitter.send(value) }
        case .failed(let error): emitter.fail(error)
        case .completed: emitter.complete()
        }
      }
      emitter.disposable.onDispose { [weak target, ui = app.ui] in ui.run { target?.unwanted(by: waiter) } }
      target.open(opening, from: self, for: waiter)
    }
  }

  /// Makes a request that opens nothing, with values that have to be read first.
  func perform(
    _ request: NavigationRequest, _ values: RequestValues = RequestValues(),
    for navigation: @autoclosure @escaping @Sendable () -> String
  ) -> Signal<Void, RouteError> {
    ask(for: navigation()) { [self] target, emitter throws(RouteError) in
      target.perform(request, values, from: self, emitter)
    }
  }

  /// Closes the module; with a result, its waiters get it.
  func close(with result: (any Sendable)?) -> Signal<Void, RouteError> {
    ask(for: "close") { [self] target, emitter throws(RouteError) in
      guard let id else { throw .nothingBelow }
      target.perform(.close(id), RequestValues(result: result), from: self, emitter)
    }
  }
}

/// The result of a module.
struct ModuleResult: Sendable {
  let route: String
  let value: any Sendable
}

/// The results that a module's observers hear.
private final class ModuleResults: Sendable {
  let pipe = Signal<ModuleResult, Never>.pipe()
}
