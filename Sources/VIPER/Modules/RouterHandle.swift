import Signals

/// What all routers of one module share: who it is, and the way to the navigator. Keeps nothing alive.
final class RouterHandle: Sendable {
  /// The module's node; nil for the app's own router.
  let id: Int?
  let route: String
  let isRoot: Bool
  let environment: AppEnvironment
  let trace: Trace
  let alive = DisposeBag()
  private weak let navigator: Navigator?

  init(id: Int?, route: String, isRoot: Bool, navigator: Navigator) {
    self.id = id
    self.route = route
    self.isRoot = isRoot
    self.navigator = navigator
    environment = navigator.environment
    trace = navigator.trace
  }

  /// Route and number, as in the trace.
  var name: String { id.map { "\(route)#\($0)" } ?? route }

  /// A cold signal that asks the navigator, on the main actor: at once when already there.
  func ask<Value: Sendable>(
    _ body: @escaping @MainActor @Sendable (Navigator, Emitter<Value, RouteError>) -> Void
  ) -> Signal<Value, RouteError> {
    Signal { [weak navigator, route] emitter in
      let hop = UIScheduler.ui.schedule {
        // `.ui` runs on the main queue, which is the main actor's.
        MainActor.assumeIsolated {
          guard let navigator else { return emitter.fail(.closed(route)) }
          body(navigator, emitter)
        }
      }
      emitter.disposable.add(hop)
    }
  }

  @MainActor var focused: DisposeBag? { id.flatMap { navigator?.live[$0]?.focused } }
}
