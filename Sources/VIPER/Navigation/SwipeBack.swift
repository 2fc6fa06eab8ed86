import Signals

/// The user's steps. A swipe is shown already: the view has made it, and the stage is asked only if another transition was
/// shown since.
extension Navigator {
  /// The user's way back: a key, or a swipe the view has already made. Closes the topmost of what is shown, or about to be;
  /// every presenter of what would close is asked, and one that does not want to be left keeps all of it.
  public func userBack(alreadyShown: Bool = false) -> Signal<Void, RouteError> {
    handle.askPipeline(for: "back") { pipeline, caller throws(RouteError) in
      let path = pipeline.tree.path
      guard let top = path.last(where: { $0.style == .push || $0.style == .modal }) ?? path.first else {
        throw .nothingBelow
      }
      pipeline.close(top.id, named: top.name, alreadyShown, for: caller)
    }
  }

  /// The user closes this, wherever it is: a sheet that is swiped away. What is on it by then closes as well; every presenter
  /// of what would close is asked, and one that does not want to be left keeps all of it.
  ///
  /// - Parameters:
  ///   - id: what is open, or about to be.
  ///   - alreadyShown: whether the view has made the step.
  public func userClose(_ id: NavigationTree.Node.ID, alreadyShown: Bool = false) -> Signal<Void, RouteError> {
    handle.askPipeline(for: "close #\(id)") { pipeline, caller in
      pipeline.close(id, named: pipeline.tree.node(id)?.name ?? "#\(id)", alreadyShown, for: caller)
    }
  }

  /// The user's tap on a tab: shows it. A stage knows the tabs it shows by their nodes; modules select by route, with a router.
  ///
  /// - Parameter tab: the node of a tab that is open, or about to be.
  public func userSelect(_ tab: NavigationTree.Node.ID) -> Signal<Void, RouteError> {
    handle.askPipeline(for: "select #\(tab)") { pipeline, caller throws(RouteError) in
      let tree = pipeline.tree
      guard let node = tree.node(tab) else { throw .closed("#\(tab)") }
      guard node.style == .tab, let host = tree.parent(of: tab) else {
        throw .invalid(.place, "'\(node.name)' is no tab; select what was opened by `tab`")
      }
      let step = NavigationStep(request: .select(node.destination, from: host.id), asking: node.name)
      pipeline.submit(VerbJob(step, for: caller))
    }
  }
}

extension Pipeline {
  fileprivate func close(_ id: Int, named name: String, _ alreadyShown: Bool, for caller: any Caller) {
    let step = NavigationStep(
      request: .close(id), asking: name, asksClosing: true, shownAfter: alreadyShown ? shownCount : nil)
    submit(VerbJob(step, for: caller))
  }
}
