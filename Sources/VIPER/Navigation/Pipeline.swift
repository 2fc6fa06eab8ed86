import Signals

/// Performs navigation. Only the pipeline changes the tree of open modules. Each request passes the same stations (see `pass`),
/// and the stage shows one transition at a time. The pipeline outlives its navigator until it has closed everything on the
/// main actor.
@MainActor final class Pipeline {
  /// The rows of the table on *Inside the navigator*.
  private enum State {
    case idle
    /// A job passes the stations. It has a passage from when its modules are built.
    case takingTurns(Passage?)
    case showing(Passage)
    /// The stage shows the current tree again, or the empty one.
    case correcting
    case closingEverything
  }

  private enum Life {
    case working
    /// Everything closes as soon as the turn stops, and then these jobs end. It is the last time if the navigator is gone.
    case closing([NavigationJob], isLast: Bool)
    /// The navigator is gone: everything closes when the turn has ended.
    case ending
    case ended
  }

  let app: AppContext
  let open = OpenModules()
  let events = EventQueue()
  let links = LinkOrder()
  /// The tree after the last transition.
  let current = MutableProperty(NavigationTree())
  /// The app's modules, by route; empty once the pipeline has ended.
  private(set) var modules: [String: Module]
  let stage: StageTimeLimit
  private(set) weak var environment: SharedEnvironment?
  let queue = TurnQueue()
  private var state = State.idle
  private var life = Life.working

  /// Performs the requests of routers, as long as the navigator exists.
  private(set) lazy var perform: RouterHandle.Perform = { [weak self] request, asking, caller throws(RouteError) in
    guard let self else { throw .closed(asking.name) }
    try perform(request, from: asking, for: caller)
  }

  init(_ stage: StageTimeLimit, _ modules: [String: Module], _ app: AppContext, _ environment: SharedEnvironment) {
    (self.stage, self.modules, self.app, self.environment) = (stage, modules, app, environment)
  }

  private var passage: Passage? {
    switch state {
    case .takingTurns(let passage): passage
    case .showing(let passage): passage
    case .idle, .correcting, .closingEverything: nil
    }
  }

  /// Whether the turn under way has to stop.
  var isClosing: Bool { if case .closing = life { true } else { false } }

  /// The tree after the transition under way, or else the current tree.
  var tree: NavigationTree { passage?.transition.after ?? current.value }

  /// Takes a job. Its turn comes after all jobs in the queue.
  func submit(_ job: NavigationJob) {
    if job.endsWithCaller { job.caller?.watch() }
    queue.append(job, .last)
    run()
  }

  /// Runs jobs until the stage has a transition to show. The other jobs run when it is shown.
  func run() {
    while true {
      switch (state, life) {
      // The function that has set this state goes on.
      case (.takingTurns, _), (.closingEverything, _): return
      case (_, .closing(let jobs, let isLast)): closeEverything(jobs, isLast: isLast)
      case (_, .ending): closeEverything(queue.removeAll(), isLast: true)
      case (_, .ended): return queue.removeAll().forEach { $0.end(.failed(.closed("app"))) }
      case (.showing, .working), (.correcting, .working): return
      case (.idle, .working):
        guard let job = queue.next() else { return }
        guard !job.isUnwanted else { continue }
        takeTurn { do throws(RouteError) { try pass(job) } catch { queue.append(job, job.goOn(after: error)) } }
      }
    }
  }

  /// Jobs that `body` submits only enter the queue meanwhile.
  private func takeTurn(_ body: () -> Void) {
    state = .takingTurns(nil)
    body()
    state = passage.map(State.showing) ?? (stage.isShowing ? .correcting : .idle)
  }

  /// Ends a passage: `body` returns the job's next turn.
  private func end(_ passage: Passage, _ body: () -> Turn?) {
    if case .takingTurns = state {
      state = .takingTurns(nil)
      queue.append(passage.job, body())
    } else {
      takeTurn { queue.append(passage.job, body()) }
      run()
    }
  }

  /// All stations, in order. A job that has to wait leaves; after the wait it starts again, since the tree may have changed, but
  /// keeps the answers that it has.
  func pass(_ job: NavigationJob) throws(RouteError) {
    guard let step = try job.next(in: current.value) else { return job.end(.done) }
    guard let transition = try decide(step, job) else { return }
    var passage = Passage(job: job, step: step, transition: transition)
    guard try askGuards(&passage) else { return }
    guard waitUntilReady(step, job) else { return }
    try askClosing(passage)
    guard !job.isUnwanted else { return }
    try build(&passage)
    show(passage)
  }

  /// Decides on the tree. Nil if there is no transition: the job joins an open module, or its request is no longer needed.
  private func decide(_ step: NavigationStep, _ job: NavigationJob) throws(RouteError) -> NavigationTree.Transition? {
    let request = step.request
    if step.onlyIfUnwanted, case .close(let id) = request, open[id]?.waiters.isEmpty == false { return nil }
    var tree = current.value
    tree.nextID = max(tree.nextID, open.nextID)
    switch tree.decide(open.numbered(request, step.values.input, modules, next: tree.nextID)) {
    case .perform(var transition):
      transition.presentation = open.presentation(of: transition, step.values, modules)
      return transition
    case .join(let id):
      if job.waitsForResult, let caller = job.caller { open[id]?.waiters.append(caller) }
      queue.append(job, job.goOn(after: request, open[id].map { [$0.node] } ?? []))
      return nil
    case .reject(let error):
      let asked = request.origin.flatMap { open[$0] }
      if error == .nothingBelow, let result = step.values.result, let asked {
        // A root that finishes delivers its result and stays.
        for waiter in asked.takeWaiters() { waiter.end(with: result) }
        queue.append(job, job.goOn(after: request, [asked.node]))
        return nil
      }
      if isAlreadyShown(step) { showAgain(insteadOf: current.value) }
      throw request.origin != nil && asked == nil ? .closed(step.asking) : error
    }
  }

  /// Whether the module below is ready; otherwise the job waits for it.
  private func waitUntilReady(_ step: NavigationStep, _ job: NavigationJob) -> Bool {
    guard let (id, limit) = step.readiness, let ready = open[id]?.readiness(limit) else { return true }
    queue.park(job, step.turn, until: ready, guardOf: nil, on: app.ui) { [weak self] in self?.run() }
    return false
  }

  private func askClosing(_ passage: Passage) throws(RouteError) {
    let step = passage.step, job = passage.job
    guard step.asksClosing else { return }
    for node in passage.transition.closed where !job.agreed.contains(node.id) {
      guard open[node.id]?.mayBeLeft ?? true else {
        if isAlreadyShown(step) { showAgain(insteadOf: passage.transition.after) }
        throw .refused(.staysOpen(node.destination.route), "'\(node.destination.route)' refuses to close now")
      }
      job.agreed.insert(node.id)
    }
    // A presenter may close everything.
    guard !isClosing else { throw .closed(step.asking) }
  }

  /// Builds and loads the modules that open. A link stops at one that is not ready or has made requests; its other screens open
  /// later.
  private func build(_ passage: inout Passage) throws(RouteError) {
    let opened = passage.transition.opened
    var asker = passage.step.readiness?.module ?? passage.step.request.origin
    state = .takingTurns(passage)
    for (index, node) in opened.enumerated() {
      let waiting = queue.count
      do throws(RouteError) { try build(node, passage, asker: asker) } catch {
        open.discard([node])
        if index == 0 {
          state = .takingTurns(nil)
          throw error
        }
        passage.shorten(to: index)
        break
      }
      guard !isClosing else { return }
      open[node.id]?.load()
      guard !isClosing else { return }
      asker = node.id
      if index + 1 < opened.count,
        queue.count > waiting || passage.job.isUnwanted || open[node.id]?.readiness(.zero) != nil
      {
        passage.shorten(to: index + 1)
        break
      }
    }
    state = .takingTurns(passage)
  }

  private func build(_ node: NavigationTree.Node, _ passage: Passage, asker: Int?) throws(RouteError) {
    let route = node.destination.route, module = try modules.module(of: route), job = passage.job
    let input = passage.step.values.input, transition = passage.transition
    guard let environment else { throw .closed("app") }
    let handle = RouterHandle(
      id: node.id, route: route, isRoot: node.style == .root, app, environment, perform: perform)
    let live = LiveModule(
      node, handle, module, input, transition.presentation, parent: transition.after.parent(of: node.id)?.id,
      asker: asker, for: job.waitsForResult ? job.caller : nil,
      closesWhenUnwanted: job.waitsForResult && job.endsWithCaller)
    open.add(live)
    try live.build(input)
  }

  /// Moves the focus and lets the stage show the transition. Each module that is notified may close everything.
  private func show(_ passage: Passage) {
    guard !isClosing else { return }
    open.moveFocus(to: passage.transition.after.focus)
    guard !isClosing else { return }
    if isAlreadyShown(passage.step) { return deliver(passage) }
    let answer = stage.show(passage.transition) { open[$0]?.parts?.assembly.view }
    guard !isClosing else { return }
    guard let answer else { return deliver(passage) }
    stage.await(answer) { [weak self] error in
      if let error { self?.rollBack(passage, error) } else { self?.deliver(passage) }
    }
  }

  /// The stage has shown the transition: frees the modules that closed, and delivers results.
  private func deliver(_ passage: Passage) {
    let transition = passage.transition, step = passage.step
    end(passage) {
      app.trace.record(
        .route, module: "app", name: step.request.label(opening: transition.opened), transition.after.address)
      current.value = transition.after
      if transition.kind == .replace, let old = transition.closed.last, let new = transition.opened.first {
        open.handOver(from: old.id, to: new.id)
      }
      open.release(transition.closed, result: step.values.result).deliver()
      return passage.job.goOn(after: step.request, transition.opened)
    }
  }

  /// The stage cannot show the transition: frees the modules that opened, and moves the focus back.
  private func rollBack(_ passage: Passage, _ error: RouteError) {
    let transition = passage.transition
    end(passage) {
      open.moveFocus(to: transition.before.focus)
      open.discard(transition.opened)
      // A stage that is only late may show it after all.
      if case .notShown = error { showAgain(insteadOf: transition.after) }
      return passage.job.goOn(after: error)
    }
  }

  /// Whether the view has made the step, and the stage has shown no other transition since.
  private func isAlreadyShown(_ step: NavigationStep) -> Bool { step.shownAfter.map { $0 >= stage.lastShown } ?? false }

  /// Ends all waiting jobs. A job that is submitted later runs once everything is closed.
  func closeAll() {
    let jobs = queue.removeAll()
    switch life {
    case .working: life = .closing(jobs, isLast: false)
    case .closing(let others, let isLast): life = .closing(others + jobs, isLast: isLast)
    case .ending, .ended: life = .closing(jobs, isLast: true)
    }
    run()
  }

  /// The navigator was released.
  func end() {
    if case .closing(let jobs, _) = life { life = .closing(jobs, isLast: true) } else { life = .ending }
    run()
  }

  /// Ends the focus, frees every module that is open, opening or closing, top first, and then ends the jobs. The last time, it
  /// also releases the stage and the modules' builders here, on the main actor, because views may be freed with them.
  private func closeEverything(_ jobs: [NavigationJob], isLast: Bool) {
    let before = tree, passage = passage, opened = passage?.transition.opened ?? []
    state = .closingEverything
    life = isLast ? .ended : .working
    let nodes = Array((current.value.nodes + opened).reversed())
    // First, because a stage that answers while modules are notified would deliver or roll back the passage. Not if everything is
    // closed already: the stage may still have to show that.
    if isLast || !nodes.isEmpty { stage.stop() }
    open.moveFocus(to: [])
    // These have not opened: their waiters are notified by the job.
    for node in opened { open[node.id]?.waiters = [] }
    let order = open.release(nodes)
    if !isLast, !nodes.isEmpty {
      var after = before
      after.root = nil
      correct("close everything", NavigationTree.Transition(.back, from: before, to: after, closed: nodes))
      current.value = after
    }
    order.deliver()
    for job in (passage.map { [$0.job] } ?? []) + jobs {
      job.end(.failed(.closed(isLast && job.wait != nil ? job.origin : "app")))
    }
    if isLast {
      app.alive.dispose()
      stage.release()
      modules = [:]
    }
    state = stage.isShowing ? .correcting : .idle
  }

  /// Lets the stage show the current tree again in place of one that was not reached: the view went ahead, or the stage was late.
  private func showAgain(insteadOf tree: NavigationTree) {
    correct("show again", NavigationTree.Transition(.back, from: tree, to: current.value))
  }

  /// Lets the stage show a tree that is already current. The next turn begins when the stage has succeeded or failed.
  private func correct(_ label: String, _ transition: NavigationTree.Transition) {
    guard let answer = stage.show(transition, view: { open[$0]?.parts?.assembly.view }) else { return }
    stage.await(answer) { [weak self] error in
      guard let self else { return }
      if let error { app.trace.refused(label, error) }
      if case .correcting = state { state = .idle }
      run()
    }
  }
}
