/// What becomes of a request.
package enum NavigationDecision: Sendable {
  /// A step to the next tree.
  case perform(Transition)
  /// It is open already: the module to join.
  case join(Int)
  /// It cannot be.
  case reject(RouteError)
}

extension NavigationTree {
  /// Decides a request: a pure function of the tree.
  package func decide(_ request: NavigationRequest) -> NavigationDecision {
    switch request {
    case .open(let destination, .root, _): openRoot(destination)
    case .open(let destination, let style, let opener): open(destination, style, from: opener)
    case .replace(let id, let destination): replace(id, destination)
    case .close(let id): close(id)
    case .back(let route, let id): back(to: route, from: id)
    case .select(let destination, let id): select(destination, from: id)
    }
  }

  private func openRoot(_ destination: Destination) -> NavigationDecision {
    var after = self
    after.root = after.makeNode(destination, .root)
    return .perform(Transition(.root, from: self, to: after))
  }

  private func open(_ destination: Destination, _ style: Style, from opener: Int?) -> NavigationDecision {
    guard let id = opener ?? path.last?.id else { return openRoot(destination) }
    guard let asking = node(id) else { return .reject(.closed(destination.route)) }
    // What an embedded module pushes goes on top of its host.
    let host = style == .push || style == .modal ? ancestors(of: id).first { $0.style != .embedded } ?? asking : asking
    let siblings = style == .push || style == .modal ? host.onTop.map { [$0] } ?? [] : host.children
    if let same = siblings.first(where: { $0.destination == destination && $0.style == style }) {
      return .join(same.id)
    }
    if style == .push || style == .modal, let top = host.onTop {
      return .reject(.covered(host.destination.route, by: top.destination.route))
    }
    var after = self
    let node = after.makeNode(destination, style)
    after.update(host.id) { host in
      var host = host
      host.children.append(node)
      if style == .tab, host.selected == nil { host.selected = node.id }
      return host
    }
    return .perform(Transition(style.transition, from: self, to: after))
  }

  private func replace(_ id: Int, _ destination: Destination) -> NavigationDecision {
    guard let old = node(id) else { return .reject(.closed(destination.route)) }
    var after = self
    let new = after.makeNode(destination, old.style)
    let host = parent(of: id)
    let twin = host?.children.first { $0.id != id && $0.style == old.style && $0.destination == destination }
    guard twin == nil else {
      return .reject(.invalid("'\(destination.route)' is open beside it already; select or close that"))
    }
    after.update(id) { _ in new }
    if let host, host.selected == id {
      after.update(host.id) { host in
        var host = host
        host.selected = new.id
        return host
      }
    }
    return .perform(Transition(.replace, from: self, to: after))
  }

  private func close(_ id: Int) -> NavigationDecision {
    guard node(id) != nil else { return .reject(.closed("#\(id)")) }
    guard parent(of: id) != nil else { return .reject(.nothingBelow) }
    return .perform(Transition(.back, from: self, to: without([id])))
  }

  /// The tree without some modules and what is on them; never without its root.
  private func without(_ ids: [Int]) -> NavigationTree {
    var after = self
    for id in ids {
      guard let host = after.parent(of: id) else { continue }
      after.update(host.id) { host in
        var host = host
        host.children.removeAll { $0.id == id }
        if host.selected == id { host.selected = host.children.first { $0.style == .tab }?.id }
        return host
      }
    }
    return after
  }

  private func back(to route: String, from id: Int) -> NavigationDecision {
    let chain = ancestors(of: id)
    guard !chain.isEmpty else { return .reject(.closed("#\(id)")) }
    guard let index = chain.dropFirst().firstIndex(where: { $0.destination.route == route }) else {
      return .reject(.closed(route))
    }
    // What is on top of it, and what is on top of the tab or the part of it that asks.
    let target = chain[index]
    let above = [target.onTop, chain[..<index].last { $0.style == .push || $0.style == .modal }].compactMap { $0?.id }
    return above.isEmpty ? .join(target.id) : .perform(Transition(.back, from: self, to: without(above)))
  }

  private func select(_ destination: Destination, from id: Int) -> NavigationDecision {
    let chain = ancestors(of: id)
    guard !chain.isEmpty else { return .reject(.closed("#\(id)")) }
    for host in chain where host.selected != nil {
      guard let tab = host.children.first(where: { $0.style == .tab && $0.destination == destination }) else {
        return .reject(.closed(destination.route))
      }
      if host.selected == tab.id { return .join(tab.id) }
      var after = self
      after.update(host.id) { host in
        var host = host
        host.selected = tab.id
        return host
      }
      return .perform(Transition(.select, from: self, to: after))
    }
    return .reject(.closed(destination.route))
  }

  private mutating func makeNode(_ destination: Destination, _ style: Style) -> Node {
    defer { nextID += 1 }
    return Node(id: nextID, destination: destination, style: style)
  }
}

extension NavigationTree.Style {
  fileprivate var transition: Transition.Kind {
    switch self {
    case .root: .root
    case .push: .push
    case .modal: .modal
    case .tab: .tab
    case .embedded: .embed
    }
  }
}
