/// The order of release. Modules are freed top first: `unloaded()`, then the bag `alive`, then the parts. Only when all of
/// them are freed do their waiters hear of it, in the same order.
@MainActor struct ReleaseOrder {
  private var closed: [(waiters: [any Caller], result: ModuleResult?, openers: [RouterHandle])] = []

  /// - Parameter openers: the modules that hear its result: its parent, and the module that asked for it.
  mutating func append(_ module: LiveModule, _ result: (any Sendable)?, openers: [RouterHandle]) {
    let result = result.map { ModuleResult(route: module.node.destination.route, value: $0) }
    guard result != nil || !module.waiters.isEmpty else { return }
    closed.append((module.waiters, result, openers))
  }

  func deliver() {
    for module in closed {
      for waiter in module.waiters { waiter.end(with: module.result?.value) }
      guard let result = module.result else { continue }
      for opener in module.openers { opener.finished(result) }
    }
  }
}
