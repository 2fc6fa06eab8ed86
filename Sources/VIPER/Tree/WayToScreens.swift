extension NavigationTree {
  /// The way to screens, from the root or on a module. Open screens stay, and tabs are selected. Other screens in the way close;
  /// if they may not, they are an error. A screen that an embedded module has pushed is on that module's host.
  /// Returns the tree at the end, the ids of the screens, and the number of them, from the first, that are already open.
  func way(
    to screens: [NavigationRequest.Screen], on module: Int?, mayClose: Bool
  ) throws(RouteError) -> (after: NavigationTree, ids: [Int], openCount: Int) {
    var after = self, ids: [Int] = []
    for screen in screens { ids.append(try after.reach(screen, on: ids.last ?? module, mayClose: mayClose)) }
    if mayClose, let last = ids.last, let top = after.host(of: last)?.onTop { after.remove(top.id) }
    return (after, ids, ids.prefix { node($0) != nil }.count)
  }

  private mutating func reach(
    _ screen: NavigationRequest.Screen, on id: Int?, mayClose: Bool
  ) throws(RouteError) -> Int {
    guard let id else {
      if let root, root.destination == screen.destination { return root.id }
      let new = makeNode(screen.destination, .root)
      root = new
      return new.id
    }
    guard let below = node(id), let host = host(of: id) else { throw .closed("#\(id)") }
    func open(_ style: RouteStyle) -> Node? {
      below.children.first { $0.style == style && $0.destination == screen.destination }
    }
    if let top = host.onTop, top.destination == screen.destination { return top.id }
    if let part = open(.embedded) { return part.id }
    let tab = open(.tab), style = tab?.style ?? screen.style, isOnHost = style == .push || style == .modal
    if let top = host.onTop {
      if mayClose {
        remove(top.id)
      } else if isOnHost {
        throw .covered(host.destination.route, by: top.destination.route)
      }
    }
    let next = tab ?? makeNode(screen.destination, style)
    update(isOnHost ? host.id : id) { parent in
      if tab == nil { parent.children.append(next) }
      if style == .tab { parent.selected = next.id }
    }
    return next.id
  }

  /// The module itself, or the module that an embedded one is part of.
  private func host(of id: Int) -> Node? { ancestors(of: id).first { $0.style != .embedded } }
}
