import Signals

/// What a navigator owns: the modules that are open, the steps that wait, and what shows and builds them. An object of its
/// own, and the only one that keeps any of it: it ends on the main actor even when the navigator is dropped on another thread.
@MainActor final class OpenModules {
  /// What shows them; nil once the navigator is gone.
  private(set) var stage: (any Stage)?
  /// What builds them, by route; empty once the navigator is gone.
  private(set) var modules: [String: Module]
  /// What is open, once the step under way is done with.
  let current = MutableProperty(NavigationTree())
  /// The modules that are open, and those that the step under way opens.
  var live: [Int: LiveModule] = [:]
  /// The step that the stage is showing, or that is prepared for it.
  var underWay: StepUnderWay? {
    didSet { if let underWay { nextID = max(nextID, underWay.transition.after.nextID) } }
  }
  /// While the stage shows again what is open, or that nothing is: no step begins before it is done.
  var correction: Disposable?
  /// What waited when everything was to be closed, until that is done.
  var closing: Closing?
  /// Ends with the navigator.
  nonisolated let alive = DisposeBag()
  /// The id of the next module that opens: those that were rolled back had theirs, too.
  private(set) var nextID = 1

  private var steps = FIFO<NavigationStep>()
  /// Steps that had their turn, and have been let through by their guards since.
  private var allowed = FIFO<NavigationStep>()
  private var holds: [GuardHold] = []
  /// Who has the focus, in the order it was gained.
  private var focus: [Int] = []
  private var watched: [WatchedPart] = []

  init(on stage: any Stage, from modules: [String: Module]) {
    self.stage = stage
    self.modules = modules
  }

  /// What is open, as the next step decides by it.
  var numbered: NavigationTree {
    var tree = current.value
    tree.nextID = max(tree.nextID, nextID)
    return tree
  }

  /// What is open or about to be.
  var tree: NavigationTree { underWay?.transition.after ?? current.value }

  /// Every module there is, open or about to be or to close: top first.
  var everything: [NavigationTree.Node] {
    (current.value.nodes + (underWay?.transition.opened ?? [])).reversed()
  }

  /// What is still alive of modules that are closed.
  var leaks: [Leak] {
    watched.removeAll(where: \.isGone)
    return watched.compactMap(\.current)
  }

  func wait(_ step: NavigationStep) { steps.append(step) }
  func allow(_ step: NavigationStep) { allowed.append(step) }

  /// The next step, unless one is under way.
  func nextStep() -> NavigationStep? {
    underWay == nil && correction == nil ? allowed.popFirst() ?? steps.popFirst() : nil
  }

  func add(_ hold: GuardHold) { holds.append(hold) }
  func holds(of route: String) -> Int { holds.count { $0.route == route } }
  func remove(_ hold: GuardHold) { holds.removeAll { $0 === hold } }

  /// Ends the focus of those who are not among `next`, and gives it to those who are.
  func moveFocus(to next: [Int]) {
    for id in focus.reversed() where !next.contains(id) { live[id]?.loseFocus() }
    for id in next where !focus.contains(id) { live[id]?.gainFocus() }
    focus = next
  }

  /// Drops a module; gives what has to be told once everything is freed.
  @discardableResult func release(
    _ id: Int, result: (any Sendable)? = nil, openedIn tree: NavigationTree
  ) -> ModuleEnding? {
    guard let module = live.removeValue(forKey: id) else { return nil }
    module.unload()
    watched.removeAll(where: \.isGone)
    module.watch(in: &watched)
    let parent = tree.parent(of: id)?.id
    var openers: [RouterHandle] = []
    for opener in [parent, module.asker == parent ? nil : module.asker] where result != nil {
      if let opener, let handle = live[opener]?.handle { openers.append(handle) }
    }
    return ModuleEnding(
      waiters: module.waiters, result: result, route: module.node.destination.route, openers: openers)
  }
}

extension OpenModules {
  /// What waited when everything was to be closed.
  struct Closing {
    var steps: [NavigationStep] = []
    var holds: [GuardHold] = []
  }

  /// From now on nothing that waits goes on; what is asked for later does, once everything is closed.
  func beginClosing() {
    var all = closing ?? Closing()
    while let step = allowed.popFirst() ?? steps.popFirst() { all.steps.append(step) }
    for hold in holds { hold.stop() }
    all.holds += holds
    holds = []
    closing = all
  }

  /// Ends the focus, and frees every module, top first. Gives what tells everybody.
  func releaseAll() -> () -> Void {
    if closing == nil { beginClosing() }
    // First of all: a stage that answers while modules are told of their end would perform or roll back a step of theirs.
    underWay?.shown.dispose()
    correction?.dispose()
    moveFocus(to: [])
    // What was on its way has not opened: who asked for it hears why.
    for node in underWay?.transition.opened ?? [] { live[node.id]?.waiters = [] }
    let tree = current.value, endings = everything.compactMap { release($0.id, openedIn: tree) }
    let dropped = (underWay.map { [$0.step] } ?? []) + (closing?.steps ?? []), holds = closing?.holds ?? []
    (underWay, correction, closing) = (nil, nil, nil)
    return {
      for ending in endings { ending.deliver() }
      for step in dropped { step.drop(.closed("app")) }
      for hold in holds { hold.end(.refused(.closed("app"))) }
    }
  }

  /// The navigator is gone. With the stage and with what builds modules go views, so they go here, on the main actor.
  func end() {
    releaseAll()()
    alive.dispose()
    (stage, modules) = (nil, [:])
  }
}
