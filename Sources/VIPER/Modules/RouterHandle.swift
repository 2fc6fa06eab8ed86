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

extension RouterHandle {
  /// Opens a module in the style; nil replaces the one asking.
  func open<I, O>(_ route: Route<I, O>, _ input: I, _ style: NavigationTree.Style?) -> Signal<O, RouteError> {
    ask(for: "\(style?.rawValue ?? "replace by") \(route.name)") { [self] navigator, emitter in
      do throws(RouteError) {
        let destination = try route.destination(with: input)
        let waiter = Waiter(closesWhenUnwanted: style != nil && style != .root) { event in
          switch event {
          case .value(let value): if let value = value as? O { emitter.send(value) }
          case .failed(let error): emitter.fail(error)
          case .completed: emitter.complete()
          }
        }
        emitter.disposable.onDispose { [weak navigator, ui] in
          ui.run { navigator?.unwanted(by: waiter) }
        }
        navigator.open(
          Opening(destination: destination, input: input), style, from: self, waiter, scope: emitter.disposable)
      } catch { emitter.fail(error) }
    }
  }

  /// Closes the module; with a result, who waits for it gets it.
  func close(with result: (any Sendable)?) -> Signal<Void, RouteError> {
    ask(for: "close") { [self] navigator, emitter in navigator.close(self, with: result, emitter) }
  }
}
