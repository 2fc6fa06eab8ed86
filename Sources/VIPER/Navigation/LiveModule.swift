import Signals

/// One open module: what the navigator owns of it, and drops when it closes.
@MainActor final class LiveModule {
  let node: NavigationTree.Node
  let handle: RouterHandle
  let output: Any.Type
  let assembly: Assembly
  /// Kept here, for a presenter need not: what is bound to `router.finish` has to stay bound.
  private let router: AnyObject
  /// Ends with the focus; nil while out of focus.
  var focused: DisposeBag?
  /// Who asked for it: not always what it is open on, for an embedded module pushes on its host.
  var asker: Int?
  /// Who waits for its result.
  var waiters: [Waiter] = []
  /// Whether it was opened for somebody who waits, and closes when nobody does any more.
  var closesWhenUnwanted = false

  init(node: NavigationTree.Node, handle: RouterHandle, output: Any.Type, assembly: Assembly, router: AnyObject) {
    self.node = node
    self.handle = handle
    self.output = output
    self.assembly = assembly
    self.router = router
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
}

/// What a module finished with.
struct ModuleResult: Sendable {
  let route: String
  let value: any Sendable
}

/// What is told when a module has closed.
@MainActor struct ModuleEnding {
  let waiters: [Waiter]
  let result: (any Sendable)?
  let route: String
  /// Whom its results are for: what it was open on, and who asked for it.
  let openers: [Emitter<ModuleResult, Never>]

  func deliver() {
    for waiter in waiters { waiter.closed(with: result) }
    guard let result else { return }
    for opener in openers { opener.send(ModuleResult(route: route, value: result)) }
  }
}

/// Somebody who opened a module, or joined one, and waits for its result.
@MainActor final class Waiter {
  /// Whether what is opened for this closes when nobody wants its result any more.
  let closesOnDisposal: Bool
  /// Whether nobody wants the result any more.
  var isAbandoned = false
  private let value: (any Sendable) -> Void
  private let end: (RouteError?) -> Void

  init(
    closesOnDisposal: Bool, value: @escaping (any Sendable) -> Void, end: @escaping (RouteError?) -> Void
  ) {
    self.closesOnDisposal = closesOnDisposal
    self.value = value
    self.end = end
  }

  func fail(_ error: RouteError) { end(error) }

  /// The module has closed, with a result or without.
  func closed(with result: (any Sendable)?) {
    if let result { value(result) }
    end(nil)
  }
}
