import Signals
import Synchronization

/// The objects that all routers of an app share.
final class AppContext: Sendable {
  let links: Links
  let scheduler: any Scheduler
  let trace: Trace
  let notifications: NotificationHub
  /// Runs work on the main actor: synchronously if the caller is there and no earlier work of this app is queued.
  let ui = UIScheduler()
  /// The bag that ends with the navigator.
  let alive = DisposeBag()

  init(_ environment: AppEnvironment, _ trace: Trace, _ links: Links) {
    self.links = links
    scheduler = environment.scheduler
    self.trace = trace
    notifications = NotificationHub(environment.notifications)
  }
}

/// The environment of an app. Only the navigator retains it, so it is freed on the thread that releases the navigator.
final class SharedEnvironment: Sendable {
  let value: AppEnvironment
  init(_ value: AppEnvironment) { self.value = value }
}

/// The caller of a verb, a link or a restoration.
protocol Caller: AnyObject, Sendable {
  var isGone: Bool { get }
  /// From now on, notifies the pipeline when the caller disposes the signal.
  func watch()
  /// Delivers the value, if there is one of the caller's type, and completes.
  func end(with value: (any Sendable)?)
  func fail(_ error: RouteError)
}

/// A caller that observes a signal. Failures also go to the link log, under the name of the navigation.
final class ObservingCaller<Value: Sendable>: Caller {
  private let emitter: Emitter<Value, RouteError>
  private let handle: RouterHandle
  private let navigation: String?
  private let isVerb: Bool

  init(_ emitter: Emitter<Value, RouteError>, _ handle: RouterHandle, _ navigation: String?, isVerb: Bool) {
    (self.emitter, self.handle, self.navigation, self.isVerb) = (emitter, handle, navigation, isVerb)
  }

  var isGone: Bool { emitter.isDisposed }

  func watch() {
    emitter.disposable.onDispose { [self] in
      // Without a navigator, nothing is open.
      handle.app.ui.run { [self] in try? handle.perform(.leave, for: self) }
    }
  }

  func end(with value: (any Sendable)?) {
    if let value, let value = value as? Value { emitter.send(value) }
    emitter.complete()
  }

  func fail(_ error: RouteError) {
    if let navigation, !isGone {
      // The route of a link or a saved tree may come from outside; that of a verb is in the code.
      handle.app.trace.refused(navigation, error, isUndeclared: isVerb && error.isUndeclared)
    }
    emitter.fail(error)
  }
}

/// The values of a request that exist in memory only.
struct RequestValues: Sendable {
  /// The input of the module that opens, or of the tab that is selected.
  var input: (any Sendable)?
  /// The result of the module that closes.
  var result: (any Sendable)?
  /// The presentation for the stage.
  var presentation: (any Sendable)?
}

/// A request of a router.
enum RouterRequest: Sendable {
  case change(NavigationRequest, RequestValues)
  /// Opens a link on top of the module.
  case open(link: String)
  case send(event: String, any Sendable, to: Recipients, whenSent: @Sendable () -> Void)
  /// The caller has disposed its signal: ends its job, and closes the module that was opened for it.
  case leave
}

/// The state that all routers of one module share: its name and its way to the pipeline. Keeps no module alive.
final class RouterHandle: Sendable {
  /// Performs a request. Throws if the request is not possible, or the navigator is gone.
  typealias Perform =
    @MainActor @Sendable (RouterRequest, RouterHandle, any Caller) throws(RouteError) -> Void

  /// The id of the module's node; nil for the app's own router.
  let id: Int?
  let route: String
  let name: String
  let isRoot: Bool
  let app: AppContext
  let environment: SharedEnvironment
  /// The bag that ends with the module; for the app's own router, with the navigator.
  let alive: DisposeBag
  private let isClosed = Atomic(false)
  private let moduleResults = LazyReference<ModuleResults>()
  private let moduleListeners = LazyReference<Listeners<EventListener>>()
  // The property is created on first use: it takes five allocations, and most modules do not observe their focus.
  private let isFocused = Atomic(false)
  private let focus = LazyReference<MutableProperty<Bool>>()
  @MainActor private var focusBag: DisposeBag?
  private let perform: Perform

  init(
    id: Int? = nil, route: String = "app", isRoot: Bool = false, _ app: AppContext, _ environment: SharedEnvironment,
    perform: @escaping Perform
  ) {
    (self.id, self.route, self.isRoot) = (id, route, isRoot)
    (self.app, self.environment, self.perform) = (app, environment, perform)
    name = id.map { "\(route)#\($0)" } ?? route
    alive = id == nil ? app.alive : DisposeBag()
    // The app's own router belongs to no module, so it gets neither results nor events.
    if id == nil { close() }
  }

  /// The results of modules opened on this one. Stored here because a presenter may observe them while it is built.
  var results: Signal<ModuleResult, Never> {
    let results = moduleResults { ModuleResults() }
    // The module may have closed before this was created.
    if isClosed.load(ordering: .sequentiallyConsistent) { results.pipe.input.complete() }
    return results.pipe.signal
  }

  /// Whether the module has focus; may repeat a value. Stored here because a presenter may observe it while it is built.
  var hasFocus: MutableProperty<Bool> {
    let property = focus { MutableProperty(false) }
    // The focus may have changed before this was created.
    updateFocus(property)
    return property
  }

  /// The bag that ends with the focus; nil while out of focus.
  @MainActor var focused: DisposeBag? {
    if isFocused.load(ordering: .sequentiallyConsistent), focusBag == nil { focusBag = DisposeBag() }
    return focusBag
  }

  @MainActor func setFocus(_ hasFocus: Bool) {
    isFocused.store(hasFocus, ordering: .sequentiallyConsistent)
    if !hasFocus { focusBag.take()?.dispose() }
    if let property = focus.made { updateFocus(property) }
  }

  /// Read under the property's lock, so that no earlier state replaces a later one.
  private func updateFocus(_ property: MutableProperty<Bool>) {
    property.modify { $0 = isFocused.load(ordering: .sequentiallyConsistent) }
  }

  /// Delivers the result of a module that was opened on this one, or by it.
  func finished(_ result: ModuleResult) { moduleResults.made?.pipe.input.send(result) }

  /// The listeners of the module's events.
  var heard: [EventListener] { moduleListeners.made?.all ?? [] }

  func listen(_ listener: EventListener) -> Disposable {
    let listening = moduleListeners { Listeners() }.add(listener)
    // The module may have closed before this was created.
    if isClosed.load(ordering: .sequentiallyConsistent) { endListeners() }
    return listening
  }

  /// The module has closed: completes its results and events.
  func close() {
    isClosed.store(true, ordering: .sequentiallyConsistent)
    moduleResults.made?.pipe.input.complete()
    endListeners()
  }

  /// Ends all listeners, which removes them.
  private func endListeners() { for listener in heard { listener.end() } }

  @MainActor func perform(_ request: RouterRequest, for caller: any Caller) throws(RouteError) {
    try perform(request, self, caller)
  }
}

struct ModuleResult: Sendable {
  let route: String
  let value: any Sendable
}

private final class ModuleResults: Sendable {
  let pipe = Signal<ModuleResult, Never>.pipe()
}
