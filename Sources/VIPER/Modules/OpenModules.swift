/// The modules that are open, opening or closing. Only this object retains them.
@MainActor final class OpenModules {
  private var live: [Int: LiveModule] = [:]
  /// The modules in focus, in the order they gained it.
  private var focus: [Int] = []
  private var watched: [WatchedPart] = []
  /// Greater than the id of every module so far, since no id is used again.
  private(set) var nextID = 1

  subscript(_ id: Int) -> LiveModule? { live[id] }

  /// The modules, in the order in which they were opened.
  var all: [LiveModule] { live.sorted { $0.key < $1.key }.map(\.value) }

  func add(_ module: LiveModule) {
    live[module.node.id] = module
    nextID = max(nextID, module.node.id + 1)
  }

  func module(of waiter: any Caller) -> LiveModule? {
    live.values.first { $0.waiters.contains { $0 === waiter } }
  }

  /// Gives the focus to the modules of `next`, and takes it from all others.
  func moveFocus(to next: [Int]) {
    for id in focus.reversed() where !next.contains(id) { live[id]?.loseFocus() }
    for id in next where !focus.contains(id) { live[id]?.gainFocus() }
    focus = next
  }

  /// Moves the waiters of a replaced module to the new one, if its result has the same type.
  func handOver(from old: Int, to new: Int) {
    guard let old = live[old], let new = live[new] else { return }
    new.asker = old.asker
    if old.module.described.output == new.module.described.output { new.waiters += old.takeWaiters() }
  }

  /// Frees modules in this order. The last of them finishes with `result`.
  @discardableResult func release(
    _ nodes: [NavigationTree.Node], result: (any Sendable)? = nil
  ) -> ReleaseOrder {
    var order = ReleaseOrder()
    for (index, node) in nodes.enumerated() {
      guard let module = live.removeValue(forKey: node.id) else { continue }
      module.unload()
      watched.removeAll { $0.object == nil }
      module.watch(in: &watched)
      let result = index == nodes.count - 1 ? result : nil, parent = module.parent, asker = module.asker
      let openers = result == nil ? [] : asker == parent ? [parent] : [parent, asker]
      order.append(module, result, openers: openers.compactMap { $0.flatMap { live[$0]?.handle } })
    }
    return order
  }

  /// Frees modules that were built but will not open. Their waiters get nothing from them.
  func discard(_ nodes: [NavigationTree.Node]) {
    for node in nodes { live[node.id]?.waiters = [] }
    release(nodes.reversed())
  }

  var hasLeaks: Bool { watched.contains { $0.object != nil } }
  var leaks: [Leak] {
    watched.removeAll { $0.object == nil }
    guard !watched.isEmpty else { return [] }
    let parts = all.flatMap(\.namedParts) + watched.compactMap(\.named)
    return watched.compactMap { part in
      part.current(
        parts, isShared: parts.contains { $0.object === part.object && !$0.name.hasSuffix(" of \(part.module)") })
    }
  }
}

extension OpenModules {
  /// The request with a number for its transient input, which has no text to compare. The number is that of an open module
  /// with an equal or identical input, or else `next`.
  func numbered(
    _ request: NavigationRequest, _ input: (any Sendable)?, _ modules: [String: Module], next: Int
  ) -> NavigationRequest {
    guard let input, var place = request.place, modules[place.route]?.described.isTransient == true else {
      return request
    }
    let same = live.values.first { module in
      module.node.destination.route == place.route && module.input.map { isSame($0, input) } ?? false
    }
    place.memory = same?.node.destination.memory ?? next
    return request.to(place)
  }

  /// The presentation of a transition: the verb's, or else the route's. On the way back, the one that the module opened with.
  func presentation(
    of transition: NavigationTree.Transition, _ values: RequestValues, _ modules: [String: Module]
  ) -> (any Sendable)? {
    guard let opened = transition.opened.first else {
      return transition.closed.last.flatMap { live[$0.id]?.presentation }
    }
    return values.presentation ?? modules[opened.destination.route]?.described.presentation
  }

  private func isSame(_ first: any Sendable, _ second: any Sendable) -> Bool {
    if let first = first as? any Equatable { return first.isEqual(to: second) }
    guard type(of: first) is AnyClass, type(of: second) is AnyClass else { return false }
    return first as AnyObject === second as AnyObject
  }
}

extension Equatable {
  fileprivate func isEqual(to other: Any) -> Bool { (other as? Self) == self }
}
