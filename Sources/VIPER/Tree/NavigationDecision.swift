import PlainText

/// A request to change a tree. An id of nil stands for the visible module.
package enum NavigationRequest: Sendable {
  /// Opens a module on another, or as the root if none is open. For the style `root`, the id is that of the module that asks, or
  /// of the root at that time.
  case open(Destination, RouteStyle, from: Int?)
  /// Pushes on a module, unless the visible screen has that destination.
  case pushUnlessVisible(Destination, from: Int?)
  /// Opens a module in place of another.
  case replace(Int?, Destination)
  /// Closes a module and the modules on top of it.
  case close(Int)
  /// Closes all modules above the nearest ancestor with that route.
  case back(to: String, from: Int?)
  /// Selects a tab of the module that asks, or of its nearest ancestor with tabs.
  case select(Destination, from: Int?)
  /// Opens screens, each on the one before: on a module, or from the root if the id is nil.
  case reach([Screen], on: Int?, mayClose: Bool)

  /// A screen with the style in which it opens.
  package struct Screen: Sendable {
    let destination: Destination
    let style: RouteStyle
  }
}

extension NavigationRequest {
  var label: String {
    switch self {
    case .open(let destination, let style, _): "\(style.rawValue) \(destination.route)"
    case .pushUnlessVisible(let destination, _): "push \(destination.route)"
    case .replace(_, let destination): "replace by \(destination.route)"
    case .close: "close"
    case .back(let route, _): "back to \(route)"
    case .select(let destination, _): "select \(destination.route)"
    case .reach(let screens, _, _): "open " + screens.map(\.destination.route).joined(separator: "/")
    }
  }

  /// The label of a step; for a link, that of the modules that it opens.
  func label(opening opened: [NavigationTree.Node]) -> String {
    guard case .reach = self, !opened.isEmpty else { return label }
    return opened.map { "\($0.style.rawValue) \($0.destination.route)" }.joined(separator: ", ")
  }

  /// The id of the module that the request is for.
  var origin: Int? {
    switch self {
    case .open(_, _, let id), .pushUnlessVisible(_, let id), .replace(let id, _), .back(_, let id), .select(_, let id),
      .reach(_, let id, _):
      id
    case .close(let id): id
    }
  }

  var place: Destination? {
    switch self {
    case .open(let destination, _, _), .pushUnlessVisible(let destination, _), .replace(_, let destination),
      .select(let destination, _):
      destination
    case .close, .back, .reach: nil
    }
  }

  var route: String? { if case .back(let route, _) = self { route } else { place?.route } }

  /// Whether the opened module closes when its caller disposes the signal. Roots and replacements stay.
  var closesWithCaller: Bool {
    switch self {
    case .open(_, let style, _): style != .root
    case .pushUnlessVisible: true
    case .replace, .close, .back, .select, .reach: false
    }
  }

  /// The destination that the request opens.
  var destination: Destination? { if case .select = self { nil } else { place } }

  /// The screens of a link.
  var screens: [Screen] { if case .reach(let screens, _, _) = self { screens } else { [] } }

  func to(_ destination: Destination) -> NavigationRequest {
    switch self {
    case .open(_, let style, let id): .open(destination, style, from: id)
    case .pushUnlessVisible(_, let id): .pushUnlessVisible(destination, from: id)
    case .replace(let id, _): .replace(id, destination)
    case .select(_, let id): .select(destination, from: id)
    case .close, .back, .reach: self
    }
  }

  /// The request without its last screens.
  func dropping(_ count: Int) -> NavigationRequest {
    guard case .reach(let screens, let id, let mayClose) = self else { return self }
    return .reach(screens.dropLast(count), on: id, mayClose: mayClose)
  }
}

/// The decision on a request.
package enum NavigationDecision: Sendable {
  /// A transition to the next tree.
  case perform(NavigationTree.Transition)
  /// The module with this id is already open, so the caller joins it.
  case join(Int)
  /// The request is not possible.
  case reject(RouteError)
}

extension NavigationTree {
  /// Decides a request: a pure function of the tree.
  package func decide(_ request: NavigationRequest) -> NavigationDecision {
    switch request {
    case .open(let destination, .root, let id): openRoot(destination, from: id)
    case .open(let destination, let style, let opener): open(destination, style, from: opener)
    case .pushUnlessVisible(let destination, let id):
      if let visible, visible.destination == destination, id.map({ node($0) != nil }) ?? true {
        .join(visible.id)
      } else {
        open(destination, .push, from: id)
      }
    case .replace(let id, let destination): replace(id, destination)
    case .close(let id): close(id)
    case .back(let route, let id): back(to: route, from: id)
    case .select(let destination, let id): select(destination, from: id)
    case .reach(let screens, let id, let mayClose): reach(screens, on: id, mayClose: mayClose)
    }
  }

  private func reach(_ screens: [NavigationRequest.Screen], on id: Int?, mayClose: Bool) -> NavigationDecision {
    do throws(RouteError) {
      let after = try way(to: screens, on: id, mayClose: mayClose).after
      let opened = after.nodes(notIn: self), closed = Array(nodes(notIn: after).reversed())
      let kind =
        after.root?.id == root?.id ? opened.last?.style.transition ?? (closed.isEmpty ? .select : .back) : .root
      return .perform(Transition(kind, from: self, to: after, opened: opened, closed: closed))
    } catch { return .reject(error) }
  }

  private func openRoot(_ destination: Destination, from opener: Int?) -> NavigationDecision {
    // The module that asks has closed meanwhile, or none was open: this is the same request a second time.
    if let root, root.destination == destination, opener.map({ node($0) == nil }) ?? true { return .join(root.id) }
    var after = self
    after.root = after.makeNode(destination, .root)
    return .perform(Transition(.root, from: self, to: after))
  }

  private func open(_ destination: Destination, _ style: RouteStyle, from opener: Int?) -> NavigationDecision {
    guard let id = opener ?? visible?.id else { return openRoot(destination, from: nil) }
    guard let asking = node(id) else { return .reject(.closed(destination.route)) }
    // A module pushed by an embedded module goes on top of the host.
    let covers = style == .push || style == .modal
    let isPart = covers && asking.style == .embedded
    let host = isPart ? ancestors(of: id).first { $0.style != .embedded } ?? asking : asking
    func isSame(_ node: Node) -> Bool { node.destination == destination && node.style == style }
    if covers, let top = host.onTop {
      return isSame(top) ? .join(top.id) : .reject(.covered(host.destination.route, by: top.destination.route))
    }
    if let same = host.children.first(where: isSame) { return .join(same.id) }
    var after = self
    let node = after.makeNode(destination, style)
    after.update(host.id) { host in
      host.children.append(node)
      if style == .tab, host.selected == nil { host.selected = node.id }
    }
    return .perform(Transition(style.transition, from: self, to: after, opened: [node], closed: []))
  }

  private func replace(_ asking: Int?, _ destination: Destination) -> NavigationDecision {
    guard let id = asking ?? visible?.id else { return openRoot(destination, from: nil) }
    // This is the same request a second time.
    let same = asking == nil ? visible : replaced[id].flatMap(node)
    if let same, same.destination == destination { return .join(same.id) }
    guard let old = node(id) else { return .reject(.closed(destination.route)) }
    var after = self
    let new = after.makeNode(destination, old.style)
    let host = parent(of: id)
    let twin = host?.children.first { $0.id != id && $0.style == old.style && $0.destination == destination }
    guard twin == nil else {
      return .reject(.invalid(.place, "'\(destination.route)' is already open beside it; select or close that one"))
    }
    after.update(id) { $0 = new }
    after.replaced = replaced.filter { after.node($0.value) != nil }
    after.replaced[id] = new.id
    if let host, host.selected == id { after.update(host.id) { $0.selected = new.id } }
    return .perform(Transition(.replace, from: self, to: after))
  }

  private func close(_ id: Int) -> NavigationDecision {
    guard let node = node(id) else { return .reject(.closed("#\(id)")) }
    guard parent(of: id) != nil else { return .reject(.nothingBelow) }
    var after = self
    after.remove(id)
    return .perform(Transition(.back, from: self, to: after, opened: [], closed: node.all.reversed()))
  }

  /// Removes a module and the modules on it. Does nothing for the root.
  mutating func remove(_ id: Int) {
    guard let host = parent(of: id) else { return }
    update(host.id) { host in
      host.children.removeAll { $0.id == id }
      if host.selected == id { host.selected = host.children.first { $0.style == .tab }?.id }
    }
  }

  private func back(to route: String, from id: Int?) -> NavigationDecision {
    guard let id = id ?? visible?.id else { return .reject(.nothingBelow) }
    let chain = ancestors(of: id)
    guard let asking = chain.first else { return .reject(.closed("#\(id)")) }
    guard let index = chain.dropFirst().firstIndex(where: { $0.destination.route == route }) else {
      return .reject(Self.notBelow(route, asking, chain.dropFirst().map(\.destination.route)))
    }
    // The module on top of the target, and the one on top of the target's tab or embedded module that asks.
    let target = chain[index]
    let above = [target.onTop, chain[..<index].last { $0.style == .push || $0.style == .modal }].compactMap { $0?.id }
    var after = self
    for id in above { after.remove(id) }
    return above.isEmpty ? .join(target.id) : .perform(Transition(.back, from: self, to: after))
  }

  private static func notBelow(_ route: String, _ asking: Node, _ below: [String]) -> RouteError {
    if below.isEmpty { return .nothingBelow }
    var names: [String] = []
    for name in below where !names.contains(name) { names.append(name) }
    let help = NearMiss.help(for: route, in: names, otherwise: "go back to")
    return .invalid(.place, "'\(route)' is not below '\(asking.destination.route)'; \(help)")
  }

  private func select(_ destination: Destination, from id: Int?) -> NavigationDecision {
    guard let id = id ?? visible?.id else { return .reject(.closed(destination.route)) }
    let chain = ancestors(of: id)
    guard !chain.isEmpty else { return .reject(.closed("#\(id)")) }
    for host in chain where host.selected != nil {
      guard let tab = host.children.first(where: { $0.style == .tab && $0.destination == destination }) else {
        return .reject(.closed(destination.route))
      }
      if host.selected == tab.id { return .join(tab.id) }
      var after = self
      after.update(host.id) { $0.selected = tab.id }
      return .perform(Transition(.select, from: self, to: after))
    }
    return .reject(.closed(destination.route))
  }

  mutating func makeNode(_ destination: Destination, _ style: RouteStyle) -> Node {
    defer { nextID += 1 }
    return Node(id: nextID, destination: destination, style: style)
  }
}

extension RouteStyle {
  fileprivate var transition: NavigationTree.Transition.Kind {
    switch self {
    case .root: .root
    case .push: .push
    case .modal: .modal
    case .tab: .tab
    case .embedded: .embed
    }
  }
}
