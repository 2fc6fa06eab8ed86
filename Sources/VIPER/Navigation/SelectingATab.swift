import Signals

extension Navigator {
  /// The user's tap on a tab: shows it. A stage knows the tabs it shows by their nodes; modules select by route, with a router.
  ///
  /// - Parameter tab: the node of a tab that is open, or about to be.
  public func userSelect(_ tab: NavigationTree.Node.ID) -> Signal<Void, RouteError> {
    appHandle.ask(for: "select #\(tab)") { navigator, emitter in
      let tree = navigator.opened.tree
      guard let node = tree.node(tab) else { return emitter.fail(.closed("#\(tab)")) }
      guard node.style == .tab, let host = tree.parent(of: tab) else {
        let problem = "'\(node.name)' is no tab; select what was opened by `tab`"
        return emitter.fail(.invalid(problem))
      }
      navigator.enqueue(NavigationStep(.select(node.destination, from: host.id), asking: node.name, telling: emitter))
    }
  }
}
