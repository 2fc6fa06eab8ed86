import Signals
import Synchronization

/// What all routers of one module share: who it is, and the way to the navigator. Keeps nothing alive.
final class RouterHandle: Sendable {
  /// The module's node; nil for the app's own router.
  let id: Int?
  let route: String
  /// Route and number, as in the trace.
  let name: String
  let isRoot: Bool
  let environment: AppEnvironment
  let trace: Trace
  /// Ends with the module; the app's own with the navigator.
  let alive: DisposeBag
  private let isClosed = Atomic(false)
  private let moduleResults = LazyReference<ModuleResults>()
  /// What the module hears of.
  let listeners = EventListeners()
  let notifications: NotificationHub
  let ui: UIScheduler
  private weak let navigator: Navigator?

  init(id: Int?, route: String, isRoot: Bool, navigator: Navigator) {
    self.id = id
    self.route = route
    name = id.map { "\(route)#\($0)" } ?? route
    self.isRoot = isRoot
    self.navigator = navigator
    environment = navigator.environment
    trace = navigator.trace
    notifications = navigator.notifications
    ui = navigator.ui
    alive = id == nil ? navigator.opened.alive : DisposeBag()
    // The app's own router is on no module: nothing is opened on it, and it hears nothing.
    if id == nil { close() }
  }

  /// The results of what is opened on the module. Here, not with what is open: a presenter may ask while it is built.
  var results: Signal<ModuleResult, Never> {
    let results = moduleResults { ModuleResults() }
    // Perhaps it has closed meanwhile, and did not know of this.
    if isClosed.load(ordering: .sequentiallyConsistent) { results.pipe.input.complete() }
    return results.pipe.signal
  }

  /// Somebody who was opened on the module, or by it, has finished.
  func finished(_ result: ModuleResult) { moduleResults.made?.pipe.input.send(result) }

  /// The module has closed: nothing comes any more.
  func close() {
    isClosed.store(true, ordering: .sequentiallyConsistent)
    moduleResults.made?.pipe.input.complete()
    listeners.close()
  }

  /// A cold signal that asks the navigator, on the main actor: at once when already there.
  func ask<Value: Sendable>(
    _ body: @escaping @MainActor @Sendable (Navigator, Emitter<Value, RouteError>) -> Void
  ) -> Signal<Value, RouteError> {
    Signal { [self] emitter in
      let hop = ui.run { [self] in
        guard let navigator else { return emitter.fail(.closed(name)) }
        body(navigator, emitter)
      }
      emitter.disposable.add(hop)
    }
  }

  /// A cold signal that asks for a navigation. Why it did not happen is in the link log, under what `navigation` says.
  func ask<Value: Sendable>(
    for navigation: @autoclosure @escaping @Sendable () -> String,
    _ body: @escaping @MainActor @Sendable (Navigator, Emitter<Value, RouteError>) -> Void
  ) -> Signal<Value, RouteError> {
    ask(body).doError { [trace] error in trace.refused(navigation(), error) }
  }

  @MainActor var focused: DisposeBag? { id.flatMap { navigator?.opened.live[$0]?.focused } }
}

/// What finishes on a module, once somebody listens.
private final class ModuleResults: Sendable {
  let pipe = Signal<ModuleResult, Never>.pipe()
}
