/// The results of freed modules, delivered when all of them are freed. Modules are freed top first: `unloaded()`, then the bag
/// `alive`, then the parts. Then their waiters get the results, in the same order.
@MainActor struct ReleaseOrder {
  private var closed: [(waiters: [any Caller], result: ModuleResult?, openers: [RouterHandle])] = []

  /// - Parameter openers: the modules whose ``Router/results(of:)`` get the result: the parent, and the module that asked.
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
