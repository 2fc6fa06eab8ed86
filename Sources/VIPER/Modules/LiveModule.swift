import Signals

/// One open module: what the navigator owns of it, and drops when it closes.
@MainActor final class LiveModule {
  let node: NavigationTree.Node
  let handle: RouterHandle
  let output: Any.Type
  /// What was built; nil while it is. The router is kept here, for a presenter need not: what is bound to `router.finish` has
  /// to stay bound.
  var parts: (assembly: Assembly, router: AnyObject)?
  /// The input of a transient route: kept while the module is open, so that no other can be taken for it.
  var input: (any Sendable)?
  /// Ends with the focus; nil while out of focus.
  var focused: DisposeBag? {
    if hasFocus, focus == nil { focus = DisposeBag() }
    return focus
  }
  private var focus: DisposeBag?
  private var hasFocus = false
  /// Who asked for it: not always what it is open on, for an embedded module pushes on its host.
  var asker: Int?
  /// Who waits for its result.
  var waiters: [Waiter] = []
  /// Whether it was opened for somebody who waits, and closes when nobody does any more.
  private(set) var closesWhenUnwanted = false
  private var isLoaded = false

  init(node: NavigationTree.Node, handle: RouterHandle, output: Any.Type) {
    self.node = node
    self.handle = handle
    self.output = output
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

  /// It opens for somebody who waits.
  func add(_ opener: Waiter?) {
    guard let opener else { return }
    closesWhenUnwanted = opener.closesWhenUnwanted
    waiters.append(opener)
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
    handle.trace.record(.focus, module: handle.name, "gained")
    presenter?.willGainFocus()
  }

  func loseFocus() {
    hasFocus = false
    focus.take()?.dispose()
    handle.trace.record(.focus, module: handle.name, "lost")
    presenter?.willLoseFocus()
  }

  /// Closed: the presenter is told, and what belongs to the module ends.
  func unload() {
    if isLoaded { presenter?.unloaded() }
    handle.alive.dispose()
    if parts != nil { handle.trace.record(.free, module: handle.name) }
    handle.close()
  }
}
