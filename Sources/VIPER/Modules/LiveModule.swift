import Signals

/// One open module: the navigator owns it, and releases it when it closes.
@MainActor final class LiveModule {
  let node: NavigationTree.Node
  let handle: RouterHandle
  let module: Module
  /// The assembly; nil while it is built. The router is retained here, for a presenter need not: bindings to `router.finish`
  /// have to last.
  private(set) var parts: (assembly: Assembly, router: AnyObject)?
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
  /// The callers of verbs that opened or joined it, and wait for its result.
  var waiters: [any Caller] = []
  let closesWhenUnwanted: Bool
  private var isLoaded = false

  init(
    _ node: NavigationTree.Node, _ handle: RouterHandle, _ module: Module, _ input: (any Sendable)?,
    _ presentation: (any Sendable)?, asker: Int?, for waiter: (any Caller)?, closesWhenUnwanted: Bool
  ) {
    (self.node, self.handle, self.asker, self.presentation) = (node, handle, asker, presentation)
    (self.module, self.input) = (module, module.described.isTransient ? input : nil)
    self.closesWhenUnwanted = closesWhenUnwanted
    if let waiter { waiters.append(waiter) }
  }

  /// Its builder may ask for something already, or dispose what opens it.
  func build(_ input: (any Sendable)?) throws(RouteError) {
    parts = try module.build(handle, node.destination, input)
    handle.app.trace.record(.attach, module: handle.name, node.style.rawValue)
  }

  private var presenter: (any Presenter)? { parts?.assembly.presenter }

  func watch(in watched: inout [WatchedPart]) {
    guard let (assembly, router) = parts else { return }
    let module = handle.name, file = assembly.file, line = assembly.line
    assembly.forEachPart {
      watched.append(WatchedPart(object: $0, role: $1, module: module, file: file, line: line))
    }
    watched.append(WatchedPart(object: router, role: "router", module: module, file: file, line: line))
  }

  var namedParts: [(name: String, object: AnyObject)] {
    var named: [(name: String, object: AnyObject)] = []
    parts?.assembly.forEachPart { named.append(("\($1) \(type(of: $0)) of \(handle.name)", $0)) }
    return named
  }

  func takeWaiters() -> [any Caller] {
    defer { waiters = [] }
    return waiters
  }

  func load() {
    isLoaded = true
    presenter?.loaded()
  }

  func gainFocus() {
    hasFocus = true
    handle.app.trace.record(.focus, module: handle.name, "gained")
    handle.setFocus(true)
    presenter?.willGainFocus()
  }

  func loseFocus() {
    hasFocus = false
    focus.take()?.dispose()
    handle.setFocus(false)
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
