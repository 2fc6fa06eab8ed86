import Signals

/// What a navigator owns: the modules that are open, and the steps that wait. An object of its own, for it ends on the main
/// actor even when the navigator is dropped on another thread.
@MainActor final class OpenModules {
  /// What is open, once the step under way is done with.
  let current = MutableProperty(NavigationTree())
  /// The modules that are open, and those that the step under way opens.
  var live: [Int: LiveModule] = [:]
  var steps = FIFO<NavigationStep>()
  var underWay: StepUnderWay? {
    didSet { if let underWay { nextID = max(nextID, underWay.transition.after.nextID) } }
  }
  /// The id of the next module that opens: those that were rolled back had theirs, too.
  private(set) var nextID = 1
  /// Kept here, too, so that it is let go of on the main actor.
  var stage: (any Stage)?
  private var watched: [WatchedPart] = []

  nonisolated init() {}

  /// What is open, as the next step decides by it.
  var numbered: NavigationTree {
    var tree = current.value
    tree.nextID = max(tree.nextID, nextID)
    return tree
  }

  /// What is open or about to be.
  var tree: NavigationTree { underWay?.transition.after ?? current.value }

  /// What is still alive of modules that are closed.
  var leaks: [Leak] {
    watched.removeAll { $0.current == nil }
    return watched.compactMap(\.current)
  }

  /// Drops a module; gives what has to be told once everything is freed.
  @discardableResult func release(
    _ id: Int, result: (any Sendable)? = nil, openedIn tree: NavigationTree
  ) -> ModuleEnding? {
    guard let module = live.removeValue(forKey: id) else { return nil }
    module.unload()
    watched = watched.filter { $0.current != nil } + module.watched
    let parent = tree.parent(of: id)?.id
    let openers = [parent, module.asker == parent ? nil : module.asker].compactMap { $0 }
    return ModuleEnding(
      waiters: module.waiters, result: result, route: module.node.destination.route,
      openers: openers.compactMap { live[$0]?.handle.results.input })
  }

  /// Ends the focus, frees every module, top first, and forgets what waits. Gives what tells everybody.
  func releaseAll() -> () -> Void {
    let after = tree, before = current.value
    for id in after.focus.reversed() { live[id]?.loseFocus() }
    var endings: [ModuleEnding] = []
    for tree in [after, before] {
      for id in tree.nodes.map(\.id).reversed() {
        if let ending = release(id, openedIn: tree) { endings.append(ending) }
      }
    }
    var dropped = underWay.map { [$0.step.withoutWaiter] } ?? []
    underWay?.shown.dispose()
    underWay = nil
    while let step = steps.popFirst() { dropped.append(step) }
    return {
      for ending in endings { ending.deliver() }
      for step in dropped { step.drop(.closed("app")) }
    }
  }
}

/// A step the stage is showing.
@MainActor struct StepUnderWay {
  let step: NavigationStep
  let request: NavigationRequest
  let transition: Transition
  /// Ends the wait for the stage.
  let shown = Disposable()
}
