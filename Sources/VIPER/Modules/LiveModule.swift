import Signals

/// One open module: what the navigator owns of it, and drops when it closes.
@MainActor final class LiveModule {
  let node: NavigationTree.Node
  let handle: RouterHandle
  let output: Any.Type
  let assembly: Assembly
  /// The input of a transient route: kept while the module is open, so that no other can be taken for it.
  let input: (any Sendable)?
  /// Kept here, for a presenter need not: what is bound to `router.finish` has to stay bound.
  private let router: AnyObject
  /// Ends with the focus; nil while out of focus.
  private(set) var focused: DisposeBag?
  /// Who asked for it: not always what it is open on, for an embedded module pushes on its host.
  var asker: Int?
  /// Who waits for its result.
  var waiters: [Waiter] = []
  /// Whether it was opened for somebody who waits, and closes when nobody does any more.
  var closesWhenUnwanted = false

  init(
    node: NavigationTree.Node, handle: RouterHandle, output: Any.Type, assembly: Assembly, router: AnyObject,
    input: (any Sendable)?
  ) {
    self.node = node
    self.handle = handle
    self.output = output
    self.assembly = assembly
    self.router = router
    self.input = input
  }

  /// What should be gone once this is.
  var watched: [WatchedPart] {
    var parts = assembly.parts.map { (role: $0.role, object: $0.object) }
    parts.append(("router", router))
    return parts.map {
      WatchedPart($0.object, role: $0.role, module: handle.name, file: assembly.file, line: assembly.line)
    }
  }

  func gainFocus() {
    focused = DisposeBag()
    handle.trace.record(.focus, module: handle.name, "gained")
    assembly.presenter?.willGainFocus()
  }

  func loseFocus() {
    focused?.dispose()
    focused = nil
    handle.trace.record(.focus, module: handle.name, "lost")
    assembly.presenter?.willLoseFocus()
  }

  /// Closed: the presenter is told, and what belongs to the module ends.
  func unload() {
    assembly.presenter?.unloaded()
    focused?.dispose()
    handle.alive.dispose()
    handle.trace.record(.free, module: handle.name)
    handle.close()
  }
}
