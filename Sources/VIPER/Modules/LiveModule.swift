import Signals

/// One open module: the navigator owns it, and releases it when it closes.
@MainActor final class LiveModule {
  let node: NavigationTree.Node
  let handle: RouterHandle
  let output: Any.Type
  /// The assembly; nil while it is built. The router is retained here, for a presenter need not: bindings to `router.finish`
  /// have to last.
  var parts: (assembly: Assembly, router: AnyObject)?
  /// The input of a transient route: kept alive while the module is open, so that no other can be taken for it.
  let input: (any Sendable)?
  /// Ends with the focus; nil while out of focus.
  var focused: DisposeBag? {
    if hasFocus, focus == nil { focus = DisposeBag() }
    return focus
  }
  private var focus: DisposeBag?
  private var hasFocus = false
  /// How the stage was to show it; its way back is shown the same.
  let presentation: (any Sendable)?
  /// The module that asked for it: not always its parent, for an embedded module pushes on its host.
  var asker: Int?
  /// The waiters for its result.
  var waiters: [Waiter] = []
  /// Whether it was opened for a waiter, and closes when the last waiter has gone.
  private(set) var closesWhenUnwanted = false
  private var isLoaded = false

  init(
    _ node: NavigationTree.Node, _ handle: RouterHandle, _ module: Module, _ values: RequestValues, asker: Int?,
    _ waiter: Waiter?
  ) {
    (self.node, self.handle, self.asker) = (node, handle, asker)
    output = module.output
    presentation = values.presentation
    input = module.isTransient ? values.input : nil
    if let waiter {
      closesWhenUnwanted = waiter.closesWhenUnwanted
      waiters = [waiter]
    }
  }

  var presenter: (any Presenter)? { parts?.assembly.presenter }

  /// Adds what should be gone once this is.
  func watch(in watched: inout [WatchedPart]) {
    guard let (assembly, router) = parts else { return }
    func watch(_ object: AnyObject, _ role: String) {
      watched.append(WatchedPart(object, role: role, module: handle.name, file: assembly.file, line: assembly.line))
    }
    for part in assembly.parts { watch(part.object, part.role) }
    watch(router, "router")
  }

  /// Its parts, as a leak names them.
  var namedParts: [(name: String, object: AnyObject)] {
    (parts?.assembly.parts ?? []).map { ("\($0.role) \(type(of: $0.object)) of \(handle.name)", $0.object) }
  }

  func takeWaiters() -> [Waiter] {
    defer { waiters = [] }
    return waiters
  }

  /// Built, not yet shown.
  func load() {
    isLoaded = true
    presenter?.loaded()
  }

  func gainFocus() {
    hasFocus = true
    handle.app.trace.record(.focus, module: handle.name, "gained")
    presenter?.willGainFocus()
  }

  func loseFocus() {
    hasFocus = false
    focus.take()?.dispose()
    handle.app.trace.record(.focus, module: handle.name, "lost")
    presenter?.willLoseFocus()
  }

  /// Closed: the presenter is notified, then the bag `alive` ends.
  func unload() {
    if isLoaded { presenter?.unloaded() }
    handle.alive.dispose()
    if parts != nil { handle.app.trace.record(.free, module: handle.name) }
    handle.close()
  }

  /// Whether its presenter agrees to be left. A function of its own, so that nothing retains a presenter while its module
  /// closes.
  var mayBeLeft: Bool { presenter?.shouldGoBack() ?? true }

  /// A value once something may open on this; nil if it may now.
  func readiness(_ limit: Duration) -> Signal<Void, RouteError>? {
    guard let isReady = presenter?.isReady, !isReady.value else { return nil }
    let (name, route) = (handle.name, handle.route)
    return isReady.signal.filter { $0 }
      .prefix(until: handle.results.ignoreValues())
      .prefix(1).replaceEmpty(with: false).promoteFailure(to: RouteError.self)
      .flatMap { isReady in isReady ? .just(()) : .fail(.closed(name)) }
      .timeout(limit, failingWith: .timedOut(route), on: handle.app.scheduler)
  }
}
