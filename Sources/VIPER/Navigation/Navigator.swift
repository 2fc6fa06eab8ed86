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
  private(set) var live: [Int: LiveModule] = [:]
  private var steps: [NavigationStep] = []
  private var isStepping = false
  private var watched: [WatchedPart] = []
  private let current = MutableProperty(NavigationTree())

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
    stage.attach(to: self)
  }

  isolated deinit {
    let tree = current.value
    for id in tree.focus.reversed() { live[id]?.loseFocus() }
    for id in tree.nodes.map(\.id).reversed() { release(id, openedIn: tree)?.deliver() }
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

  /// Closes everything, the top first.
  public func closeAll() {
    guard current.value.root != nil else { return }
    var after = current.value
    after.root = nil
    let closed = Transition(.back, from: current.value, to: after)
    changeFocus(closed)
    stage.perform(closed) { _ in nil }.start()
    current.value = after
    finish(closed, result: nil)
  }

  // MARK: Steps

  func enqueue(_ request: NavigationRequest, _ emitter: Emitter<Void, RouteError>) {
    enqueue(
      NavigationStep(request) { outcome in
        switch outcome {
        case .done:
          emitter.send(())
          emitter.complete()
        case .failed(let error): emitter.fail(error)
        }
      })
  }

  func enqueue(_ step: NavigationStep) {
    steps.append(step)
    if !isStepping { nextStep() }
  }

  private func nextStep() {
    isStepping = false
    guard !steps.isEmpty else { return }
    isStepping = true
    let step = steps.removeFirst()
    switch current.value.decide(step.request) {
    case .reject(let error): end(step, .failed(error))
    case .join(let id):
      if let waiter = step.waiter { live[id]?.waiters.append(waiter) }
      end(step, .done)
    case .perform(let transition): begin(step, transition)
    }
  }

  private func end(_ step: NavigationStep, _ outcome: NavigationStep.Outcome) {
    if case .failed(let error) = outcome {
      trace.record(.route, module: "app", name: "\(step.request.label)", "refused: \(error)")
      step.waiter?.fail(error)
    }
    step.reply(outcome)
    nextStep()
  }

  private func begin(_ step: NavigationStep, _ transition: Transition) {
    do throws(RouteError) {
      for node in transition.opened {
        let opened = try build(node, input: step.input)
        if let waiter = step.waiter {
          opened.closesWhenUnwanted = waiter.closesOnDisposal
          opened.waiters.append(waiter)
        }
        live[node.id] = opened
      }
    } catch {
      for node in transition.opened { release(node.id, openedIn: transition.after) }
      return end(step, .failed(error))
    }
    for node in transition.opened { live[node.id]?.assembly.presenter?.loaded() }
    changeFocus(transition)
    guard !step.isAlreadyShown else { return performed(step, transition) }
    let name = transition.opened.first?.destination.route ?? transition.closed.first?.destination.route ?? "a tab"
    stage.perform(transition) { [weak self] id in self?.live[id]?.assembly.view }
      .timeout(.seconds(30), failingWith: .timedOut("the stage, showing \(name),"), on: environment.scheduler)
      .observe(on: .ui)
      .observe { [weak self] event in
        MainActor.assumeIsolated {
          switch event {
          case .value: break
          case .completed: self?.performed(step, transition)
          case .failed(let error): self?.rollBack(step, transition, error)
          }
        }
      }
  }

  private func performed(_ step: NavigationStep, _ transition: Transition) {
    trace.record(
      .route, module: "app", name: step.request.label, transition.after.path.map(\.name).joined(separator: "/"))
    current.value = transition.after
    if transition.kind == .replace, let old = transition.before.nodes.first(where: { step.request.replaces($0.id) }),
      let new = transition.opened.first
    {
      handOver(from: old.id, to: new.id)
    }
    finish(transition, result: step.result)
    end(step, .done)
  }

  private func rollBack(_ step: NavigationStep, _ transition: Transition, _ error: RouteError) {
    changeFocus(Transition(.back, from: transition.after, to: transition.before))
    for node in transition.opened.reversed() {
      live[node.id]?.waiters = []
      release(node.id, openedIn: transition.after)
    }
    end(step, .failed(error))
  }

  private func build(_ node: NavigationTree.Node, input: (any Sendable)?) throws(RouteError) -> LiveModule {
    let route = node.destination.route
    guard let module = modules[route] else {
      throw .unknown(route, nearest: NearMiss.nearest(to: route, in: modules.keys.sorted()))
    }
    let handle = RouterHandle(id: node.id, route: route, isRoot: node.style == .root, navigator: self)
    let (assembly, router) = try module.build(handle, Opening(destination: node.destination, input: input))
    trace.record(.attach, module: handle.name, node.style.rawValue)
    return LiveModule(node: node, handle: handle, output: module.output, assembly: assembly, router: router)
  }

  private func changeFocus(_ transition: Transition) {
    let before = transition.before.focus, after = transition.after.focus
    for id in before.reversed() where !after.contains(id) { live[id]?.loseFocus() }
    for id in after where !before.contains(id) { live[id]?.gainFocus() }
  }

  /// Who waited for a replaced module waits for the new one, if it gives the same.
  private func handOver(from old: Int, to new: Int) {
    guard let old = live[old], let new = live[new], old.output == new.output else { return }
    new.waiters += old.waiters
    old.waiters = []
  }

  private func finish(_ transition: Transition, result: (any Sendable)?) {
    // All are freed first; only then does anybody hear of it.
    let asked = transition.closed.last
    let endings = transition.closed.compactMap { node in
      release(node.id, result: node.id == asked?.id ? result : nil, openedIn: transition.before)
    }
    for ending in endings { ending.deliver() }
  }

  /// Drops a module; gives what has to be told once everything is freed.
  @discardableResult private func release(
    _ id: Int, result: (any Sendable)? = nil, openedIn tree: NavigationTree
  ) -> ModuleEnding? {
    guard let module = live[id] else { return nil }
    module.assembly.presenter?.unloaded()
    module.focused?.dispose()
    module.handle.alive.dispose()
    watched += module.watched
    live[id] = nil
    trace.record(.free, module: module.handle.name)
    module.results.input.complete()
    return ModuleEnding(
      waiters: module.waiters, result: result, route: module.node.destination.route,
      opener: tree.parent(of: id).flatMap { live[$0.id] }?.results.input)
  }
}

/// What is told when a module has closed.
@MainActor private struct ModuleEnding {
  let waiters: [Waiter]
  let result: (any Sendable)?
  let route: String
  let opener: Emitter<ModuleResult, Never>?

  func deliver() {
    for waiter in waiters { waiter.closed(with: result) }
    if let result { opener?.send(ModuleResult(route: route, value: result)) }
  }
}
