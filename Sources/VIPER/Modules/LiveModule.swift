import Signals

/// One open module, from its building to its release.
@MainActor final class LiveModule {
  let node: NavigationTree.Node
  let handle: RouterHandle
  let module: Module
  /// The assembly and the router; nil until they are built.
  private(set) var parts: (assembly: Assembly, router: AnyObject)?
  /// The input of a transient route. Retained while the module is open, so that inputs can be compared by identity.
  let input: (any Sendable)?
  /// The presentation that the stage got when the module opened; the way back gets the same.
  let presentation: (any Sendable)?
  /// The parent in the tree, which stays the same; nil for a root.
  let parent: Int?
  /// The module that asked for this one. Not always its parent: an embedded module pushes on its host.
  var asker: Int?
  /// The callers of verbs that opened or joined it and wait for its result.
  var waiters: [any Caller] = []
  let closesWhenUnwanted: Bool
  private var isLoaded = false

  init(
    _ node: NavigationTree.Node, _ handle: RouterHandle, _ module: Module, _ input: (any Sendable)?,
    _ presentation: (any Sendable)?, parent: Int?, asker: Int?, for waiter: (any Caller)?, closesWhenUnwanted: Bool
  ) {
    (self.node, self.handle, self.presentation) = (node, handle, presentation)
    (self.parent, self.asker) = (parent, asker)
    (self.module, self.input) = (module, module.described.isTransient ? input : nil)
    self.closesWhenUnwanted = closesWhenUnwanted
    if let waiter { waiters.append(waiter) }
  }

  /// Builds the parts. The builder may use the router, or dispose the verb that opens this module.
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
    handle.app.trace.record(.focus, module: handle.name, "gained")
    handle.setFocus(true)
    presenter?.willGainFocus()
  }

  func loseFocus() {
    handle.setFocus(false)
    handle.app.trace.record(.focus, module: handle.name, "lost")
    presenter?.willLoseFocus()
  }

  /// Closes the module: notifies the presenter, then ends the bag `alive`.
  func unload() {
    if isLoaded { presenter?.unloaded() }
    handle.alive.dispose()
    if parts != nil { handle.app.trace.record(.free, module: handle.name) }
    handle.close()
  }

  /// Whether the presenter agrees to close. A property of its own, so that no caller retains the presenter while the module
  /// closes.
  var mayBeLeft: Bool { presenter?.shouldGoBack() ?? true }

  /// A signal with one value when the module is ready for another on top; nil if it is ready now.
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
