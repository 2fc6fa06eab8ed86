import Signals

/// Owns the open modules and performs one transition after the other. An app has one; a test has as many as it likes.
@MainActor public final class Navigator {
  /// Clock, calendar, locale, ids and scheduler of the app.
  public let environment: AppEnvironment
  /// The app's time line.
  public let trace: Trace
  /// Links over this app's routes.
  public let links: Links

  let stage: any Stage
  let modules: [String: Module]
  let notifications: NotificationHub
  let current = MutableProperty(NavigationTree())
  /// The modules that are open, and those a step under way is opening.
  var live: [Int: LiveModule] = [:]
  var steps: [NavigationStep] = []
  var underWay: StepUnderWay?
  var isTakingSteps = false
  private var watched: [WatchedPart] = []

  /// A navigator that shows on `stage` and builds with `modules`.
  ///
  /// - Throws: ``RouteError/duplicate(_:)`` when two modules claim a name; ``RouteError/unknown(_:nearest:)`` when a module
  ///   opens a route that nobody builds.
  public init(
    stage: any Stage, environment: AppEnvironment, trace: Trace? = nil, modules: [Module]
  ) throws(RouteError) {
    var byName: [String: Module] = [:]
    for module in modules {
      if byName.updateValue(module, forKey: module.route) != nil { throw .duplicate(module.route) }
    }
    for name in modules.flatMap(\.opens) where byName[name] == nil {
      throw .unknown(name, nearest: NearMiss.nearest(to: name, in: byName.keys.sorted()))
    }
    self.stage = stage
    self.environment = environment
    self.trace = trace ?? Trace(environment.scheduler)
    self.modules = byName
    links = Links(modules: byName)
    notifications = NotificationHub(environment.notifications)
    stage.attach(to: self)
  }

  isolated deinit {
    let (endings, dropped) = releaseAll()
    for ending in endings { ending.deliver() }
    for step in dropped { step.drop(.closed("app")) }
  }

  /// What is open now.
  public var tree: Property<NavigationTree> { current.readOnly }

  /// The app's own router: opens on the visible screen, hears no events.
  public var router: Router<Never> { Router(appHandle) }

  var appHandle: RouterHandle { RouterHandle(id: nil, route: "app", isRoot: false, navigator: self) }

  var visible: NavigationTree.Node? { current.value.path.last }

  /// What is still alive of modules that are closed, now.
  public func leaks() -> [Leak] {
    watched.removeAll { $0.current == nil }
    return watched.compactMap(\.current)
  }

  /// Closes everything, the top first: what a step under way is opening, too. What still waits for its turn fails with
  /// ``RouteError/closed(_:)``.
  public func closeAll() {
    let before = shownTree
    guard before.root != nil else { return }
    let (endings, dropped) = releaseAll()
    var after = before
    after.root = nil
    stage.perform(Transition(.back, from: before, to: after)) { _ in nil }.start()
    current.value = after
    for ending in endings { ending.deliver() }
    for step in dropped { step.drop(.closed("app")) }
    takeSteps()
  }

  /// What is open or about to be.
  var shownTree: NavigationTree { underWay?.transition.after ?? current.value }

  /// Ends the focus, frees every module and forgets what waits; gives what has to be told of it.
  private func releaseAll() -> (endings: [ModuleEnding], dropped: [NavigationStep]) {
    let after = shownTree, before = current.value
    for id in after.focus.reversed() { live[id]?.loseFocus() }
    var endings: [ModuleEnding] = []
    for tree in [after, before] {
      for id in tree.nodes.map(\.id).reversed() {
        if let ending = release(id, openedIn: tree) { endings.append(ending) }
      }
    }
    if let underWay { steps.insert(underWay.step.withoutWaiter, at: 0) }
    underWay?.shown.dispose()
    underWay = nil
    defer { steps = [] }
    return (endings, steps)
  }

  /// Drops a module; gives what has to be told once everything is freed.
  @discardableResult func release(
    _ id: Int, result: (any Sendable)? = nil, openedIn tree: NavigationTree
  ) -> ModuleEnding? {
    guard let module = live[id] else { return nil }
    module.assembly.presenter?.unloaded()
    module.focused?.dispose()
    module.handle.alive.dispose()
    watched += module.watched
    live[id] = nil
    trace.record(.free, module: module.handle.name)
    module.handle.close()
    let parent = tree.parent(of: id)?.id
    let openers = [parent, module.asker == parent ? nil : module.asker].compactMap { $0 }
    return ModuleEnding(
      waiters: module.waiters, result: result, route: module.node.destination.route,
      openers: openers.compactMap { live[$0]?.handle.results.input })
  }
}
