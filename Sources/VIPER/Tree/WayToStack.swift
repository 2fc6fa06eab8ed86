/// How to get from what is open to what a link names.
struct WayToStack {
  /// How many of the stack are open already and stay.
  let shared: Int
  /// The last of them: the rest opens on it. Nil when not even the root is shared.
  let base: Int?
  /// What has to close or to be selected before the rest can open.
  let requests: [NavigationRequest]
  /// What closes by that: top first.
  let closing: [NavigationTree.Node]
}

extension NavigationTree {
  /// The way to a stack: what is shared stays, tabs are kept and selected, what is on top of the rest closes. What an embedded
  /// module has pushed is on its host.
  func way(to stack: [Destination]) -> WayToStack {
    guard var node = root, var host = root, node.destination == stack.first else {
      return WayToStack(shared: 0, base: nil, requests: [], closing: [])
    }
    var shared = 1, requests: [NavigationRequest] = [], closing: [Node] = []
    func close(_ top: Node) {
      requests.append(.close(top.id))
      closing += top.all.reversed()
    }
    for destination in stack.dropFirst() {
      if let top = host.onTop, top.destination == destination {
        (node, host) = (top, top)
      } else if let part = node.children.first(where: { $0.style == .embedded && $0.destination == destination }) {
        node = part
      } else if let tab = node.children.first(where: { $0.style == .tab && $0.destination == destination }) {
        if let top = host.onTop { close(top) }
        if node.selected != tab.id { requests.append(.select(destination, from: node.id)) }
        (node, host) = (tab, tab)
      } else {
        break
      }
      shared += 1
    }
    if let top = host.onTop { close(top) }
    return WayToStack(shared: shared, base: node.id, requests: requests, closing: closing)
  }
}
