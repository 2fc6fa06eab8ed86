public import Signals

/// The user's steps. A view has already shown the effect of a swipe, so the stage shows it only if it has shown another
/// transition since.
extension Navigator {
  /// Goes back for the user, who has pressed a key or swiped. Closes the topmost module that is shown or about to be shown,
  /// unless the presenter of a module that would close refuses (``Presenter/shouldGoBack()``).
  ///
  /// - Parameter alreadyShown: whether the view has already made the step.
  public func userBack(alreadyShown: Bool = false) -> Signal<Void, RouteError> {
    ask(for: "back") { pipeline, caller throws(RouteError) in
      let path = pipeline.tree.path
      guard let top = path.last(where: { $0.style == .push || $0.style == .modal }) ?? path.first else {
        throw .nothingBelow
      }
      pipeline.close(top.id, named: top.name, alreadyShown, for: caller)
    }
  }

  /// Closes a module anywhere in the tree for the user, who has for example swiped a sheet away, and the modules on top of it,
  /// unless the presenter of one of them refuses (``Presenter/shouldGoBack()``).
  ///
  /// - Parameters:
  ///   - id: the node of a module that is open or about to open.
  ///   - alreadyShown: whether the view has already made the step.
  public func userClose(_ id: NavigationTree.Node.ID, alreadyShown: Bool = false) -> Signal<Void, RouteError> {
    ask(for: "close #\(id)") { pipeline, caller in
      pipeline.close(id, named: pipeline.tree.node(id)?.name ?? "#\(id)", alreadyShown, for: caller)
    }
  }

  /// Selects a tab for the user, who has tapped on it. A stage identifies tabs by their nodes; modules select by route, with a
  /// router.
  ///
  /// - Parameter tab: the node of a tab that is open or about to open.
  public func userSelect(_ tab: NavigationTree.Node.ID) -> Signal<Void, RouteError> {
    ask(for: "select #\(tab)") { pipeline, caller throws(RouteError) in
      let tree = pipeline.tree
      guard let node = tree.node(tab) else { throw .closed("#\(tab)") }
      guard node.style == .tab, let host = tree.parent(of: tab) else {
        throw .invalid(.place, "'\(node.name)' is not a tab; select a module that was opened by `tab`")
      }
      let step = NavigationStep(request: .select(node.destination, from: host.id), asking: node.name)
      pipeline.submit(VerbJob(step, for: caller))
    }
  }
}

extension Pipeline {
  fileprivate func close(_ id: Int, named name: String, _ alreadyShown: Bool, for caller: any Caller) {
    let step = NavigationStep(
      request: .close(id), asking: name, asksClosing: true, shownAfter: alreadyShown ? stage.count : nil)
    submit(VerbJob(step, for: caller))
  }
}
