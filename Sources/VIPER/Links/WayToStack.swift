/// The way from what is open to the stack of a link.
struct WayToStack {
  /// How many of the stack are open already and stay.
  var shared = 0
  /// The last of them: the rest opens on it. Nil when not even the root is shared.
  var base: NavigationTree.Node?
  /// What has to close or to be selected first.
  var first: NavigationRequest?
  /// All that closes for the rest: top first.
  var closing: [NavigationTree.Node] = []
}

extension NavigationTree {
  /// The way to a stack: what is shared stays, tabs are kept and selected, what is on top of the rest closes. What an embedded
  /// module has pushed is on its host.
  func way(to stack: [Destination]) -> WayToStack {
    var way = WayToStack()
    guard var node = root, var host = root, node.destination == stack.first else { return way }
    func close(_ top: Node) {
      way.first = way.first ?? .close(top.id)
      way.closing += top.all.reversed()
    }
    way.shared = 1
    for destination in stack.dropFirst() {
      if let top = host.onTop, top.destination == destination {
        (node, host) = (top, top)
      } else if let part = node.children.first(where: { $0.style == .embedded && $0.destination == destination }) {
        node = part
      } else if let tab = node.children.first(where: { $0.style == .tab && $0.destination == destination }) {
        if let top = host.onTop { close(top) }
        if node.selected != tab.id { way.first = way.first ?? .select(destination, from: node.id) }
        (node, host) = (tab, tab)
      } else {
        break
      }
      way.shared += 1
    }
    if let top = host.onTop { close(top) }
    way.base = node
    return way
  }
}
