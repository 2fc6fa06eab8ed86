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

/// The caller of a verb, a link or a restoration.
protocol Caller: AnyObject, Sendable {
  /// Ends with the caller's interest.
  var disposable: Disposable { get }
  /// The end, after the value, if there is one of the caller's type.
  func end(with value: (any Sendable)?)
  func fail(_ error: RouteError)
}

/// A caller that observes a signal. A failure is in the link log, too, under the words of the navigation.
private final class ObservingCaller<Value: Sendable>: Caller {
  private let emitter: Emitter<Value, RouteError>
  private let trace: Trace
  private let navigation: String?

  init(_ emitter: Emitter<Value, RouteError>, _ trace: Trace, _ navigation: String?) {
    (self.emitter, self.trace, self.navigation) = (emitter, trace, navigation)
  }

  var disposable: Disposable { emitter.disposable }

  func end(with value: (any Sendable)?) {
    if let value, let value = value as? Value { emitter.send(value) }
    emitter.complete()
  }

  func fail(_ error: RouteError) {
    if let navigation, !emitter.isDisposed { trace.refused(navigation, error) }
    emitter.fail(error)
  }
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

/// The pipeline as its routers see it.
@MainActor protocol RouterTarget: AnyObject, Sendable {
  /// Makes a request. The caller hears the result of the module that opens, or else that it is done.
  func perform(
    _ request: NavigationRequest, _ values: RequestValues, from asking: RouterHandle, for caller: any Caller
  ) throws(RouteError)
  /// The bag that ends with the module's focus; nil while it is out of focus.
  func focused(_ id: Int) -> DisposeBag?
}

/// The part that all routers of one module share: its name, and the way to the pipeline. Keeps nothing alive.
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
  private let moduleListeners = LazyReference<EventListeners>()
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

  /// The listeners of the module's events; nil while there has been none.
  var heard: EventListeners? { moduleListeners.made }

  /// Adds a listener until it is disposed.
  func listen(_ listener: EventListener) -> Disposable {
    let listeners = moduleListeners { EventListeners() }, listening = listeners.add(listener)
    // The module may have closed before this was made.
    if isClosed.load(ordering: .sequentiallyConsistent) { listeners.close() }
    return listening
  }

  /// The module has closed: nothing comes any more.
  func close() {
    isClosed.store(true, ordering: .sequentiallyConsistent)
    moduleResults.made?.pipe.input.complete()
    moduleListeners.made?.close()
  }

  @MainActor var focused: DisposeBag? { id.flatMap { target?.focused($0) } }

  /// A cold signal that asks the pipeline, on the main actor: at once when already there.
  ///
  /// - Parameter navigation: the words for a failure in the link log; nil keeps it out of there.
  func ask<Value: Sendable>(
    for navigation: String?,
    _ body: @escaping @MainActor @Sendable (any RouterTarget, any Caller) throws(RouteError) -> Void
  ) -> Signal<Value, RouteError> {
    Signal { [self] emitter in
      let hop = app.ui.run { [self] in
        let caller = ObservingCaller(emitter, app.trace, navigation)
        do throws(RouteError) {
          guard let target else { throw .closed(name) }
          try body(target, caller)
        } catch { caller.fail(error) }
      }
      emitter.disposable.add(hop)
    }
  }

  /// Makes a request for a route with its input. Gives the result of the module that opens, or else one value when it is done.
  func request<I, O, Value>(
    _ route: Route<I, O>, with input: I, _ presentation: (any Sendable)? = nil,
    by request: @escaping @Sendable (Destination, _ id: Int?) -> NavigationRequest
  ) -> Signal<Value, RouteError> {
    let label = request(Destination(route: route.name, input: nil), id).label
    return ask(for: label) { [self] target, caller throws(RouteError) in
      let values = RequestValues(input: input, presentation: presentation)
      try target.perform(request(try route.destination(with: input), id), values, from: self, for: caller)
    }
  }

  /// Makes a request that opens nothing.
  func request(_ request: NavigationRequest, result: (any Sendable)? = nil) -> Signal<Void, RouteError> {
    ask(for: request.label) { [self] target, caller throws(RouteError) in
      try target.perform(request, RequestValues(result: result), from: self, for: caller)
    }
  }

  /// Closes the module; with a result, its waiters get it.
  func close(with result: (any Sendable)?) -> Signal<Void, RouteError> {
    id.map { request(.close($0), result: result) } ?? .fail(.nothingBelow)
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
