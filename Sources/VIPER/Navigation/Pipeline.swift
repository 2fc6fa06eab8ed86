import Signals

/// Performs navigation. Only the pipeline changes the tree of open modules. Each request passes the same stations (see `pass`),
/// and the stage shows one transition at a time. The pipeline outlives its navigator until it has closed everything on the
/// main actor.
@MainActor final class Pipeline {
  /// A transition on its way to the screen, with its modules built.
  private struct Passage {
    let job: NavigationJob
    let step: NavigationStep
    let transition: NavigationTree.Transition
  }

  let app: AppContext
  let open = OpenModules()
  let events = EventQueue()
  let links = LinkOrder()
  /// The tree after the last transition.
  let current = MutableProperty(NavigationTree())
  /// The app's modules, by route; empty once the navigator is gone.
  private(set) var modules: [String: Module]
  /// The stage; nil once the navigator is gone.
  private var stage: StageTimeLimit?
  private weak var environment: SharedEnvironment?
  let queue = TurnQueue()
  private var passage: Passage?
  /// The jobs that end once everything is closed; nil while nothing asks for that.
  private var closing: [NavigationJob]?
  private var nextID = 1
  private var isRunning = false
  private var isEnding = false

  init(_ stage: StageTimeLimit, _ modules: [String: Module], _ app: AppContext, _ environment: SharedEnvironment) {
    (self.stage, self.modules, self.app, self.environment) = (stage, modules, app, environment)
  }

  /// The tree after the transition under way, or else the current tree.
  var tree: NavigationTree { passage?.transition.after ?? current.value }

  /// The number of transitions that the stage was asked to show.
  var shownCount: Int { stage?.count ?? 0 }

  /// Takes a job. Its turn comes after all jobs in the queue.
  func submit(_ job: NavigationJob) {
    if job.endsWithCaller { job.caller?.watch() }
    queue.append(job, .last)
    run()
  }

  /// Runs jobs until the stage has a transition to show. The other jobs run when it is shown.
  private func run() {
    guard !isRunning else { return }
    isRunning = true
    defer { isRunning = false }
    while true {
      if closing != nil || isEnding {
        closeEverything()
      } else if passage == nil, stage?.isShowing != true, let job = queue.next() {
        guard !job.isUnwanted else { continue }
        do throws(RouteError) { try pass(job) } catch { queue.append(job, job.goOn(after: error)) }
      } else {
        return
      }
    }
  }

  /// Ends a passage: `body` returns the job's next turn. Jobs that `body` submits only enter the queue meanwhile.
  private func end(_ passage: Passage, _ body: () -> Turn?) {
    let wasRunning = isRunning
    isRunning = true
    self.passage = nil
    queue.append(passage.job, body())
    isRunning = wasRunning
    run()
  }

  /// All stations, in order. A job that has to wait leaves; after the wait it starts again, since the tree may have changed, but
  /// keeps the answers that it has.
  private func pass(_ job: NavigationJob) throws(RouteError) {
    let step: NavigationStep
    switch try job.next(in: current.value) {
    case .make(let next): step = next
    case .wait: return queue.append(job, .last)
    case .none: return job.end(.done)
    }
    guard let transition = try decide(step, job) else { return }
    guard try askGuards(step, job) else { return }
    guard waitUntilReady(step, job) else { return }
    try askClosing(step, transition, job)
    guard !job.isUnwanted else { return }
    let passage = Passage(job: job, step: step, transition: transition)
    try build(passage)
    show(passage)
  }

  /// Decides on the tree. Nil if there is no transition: the job joins an open module, or its request is no longer needed.
  private func decide(_ step: NavigationStep, _ job: NavigationJob) throws(RouteError) -> NavigationTree.Transition? {
    let request = step.request
    if step.onlyIfUnwanted, case .close(let id) = request, open[id]?.waiters.isEmpty == false { return nil }
    var tree = current.value
    tree.nextID = max(tree.nextID, nextID)
    switch tree.decide(open.numbered(request, step.values.input, modules, next: tree.nextID)) {
    case .perform(var transition):
      transition.presentation = open.presentation(of: transition, step.values, modules)
      return transition
    case .join(let id):
      if job.waitsForResult, let caller = job.caller { open[id]?.waiters.append(caller) }
      queue.append(job, job.goOn(after: step, id))
      return nil
    case .reject(let error):
      let asked = request.origin.flatMap { open[$0] }
      if error == .nothingBelow, let result = step.values.result, let asked {
        // A root that finishes delivers its result and stays.
        for waiter in asked.takeWaiters() { waiter.end(with: result) }
        queue.append(job, job.goOn(after: step, asked.node.id))
        return nil
      }
      if isAlreadyShown(step) { showAgain(insteadOf: current.value) }
      throw request.origin != nil && asked == nil ? .closed(step.asking) : error
    }
  }

  /// Asks the guards of the modules that open. False if the job waits for a guard, was redirected and has started again, or is
  /// no longer wanted.
  private func askGuards(_ step: NavigationStep, _ job: NavigationJob) throws(RouteError) -> Bool {
    if let destination = step.request.destination, try !askGuard(of: destination, step, job) { return false }
    for destination in step.alsoGuarded where try !askGuard(of: destination, step, job) { return false }
    return true
  }

  private func askGuard(
    of destination: Destination, _ step: NavigationStep, _ job: NavigationJob
  ) throws(RouteError) -> Bool {
    guard modules[destination.route]?.openingGuard != nil, !job.allowed.contains(destination), let environment
    else { return true }
    let router = Router<Never>(RouterHandle(app, environment, target: self))
    let (reached, hold) = try Guard.ask(destination, router) { route throws(RouteError) in
      try modules.module(of: route).openingGuard
    }
    // A guard may close everything.
    guard closing == nil else { throw .closed("app") }
    // Or dispose the caller's signal.
    guard !job.isUnwanted else { return false }
    if reached != destination {
      job.redirect(destination, to: reached, style: modules[reached.route]?.described.style ?? .push)
    }
    if let hold {
      try Guard.limitWaits(queue.waits(forGuardOf: reached.route), of: reached.route)
      queue.park(job, step.turn, until: hold, guardOf: reached, on: app.ui) { [weak self] in self?.run() }
      return false
    }
    job.allowed.append(reached)
    if reached != destination { try pass(job) }
    return reached == destination
  }

  /// Whether the module below is ready; otherwise the job waits for it.
  private func waitUntilReady(_ step: NavigationStep, _ job: NavigationJob) -> Bool {
    guard let (id, limit) = step.readiness, let ready = open[id]?.readiness(limit) else { return true }
    queue.park(job, step.turn, until: ready, guardOf: nil, on: app.ui) { [weak self] in self?.run() }
    return false
  }

  private func askClosing(_ step: NavigationStep, _ transition: NavigationTree.Transition, _ job: NavigationJob)
    throws(RouteError)
  {
    guard step.asksClosing else { return }
    for node in step.closing.isEmpty ? transition.closed : step.closing where !job.agreed.contains(node.id) {
      guard open[node.id]?.mayBeLeft ?? true else {
        if isAlreadyShown(step) { showAgain(insteadOf: transition.after) }
        throw .refused(.staysOpen(node.destination.route), "'\(node.destination.route)' refuses to close now")
      }
      job.agreed.insert(node.id)
    }
    // A presenter may close everything.
    guard closing == nil else { throw .closed(step.asking) }
  }

  private func build(_ passage: Passage) throws(RouteError) {
    let transition = passage.transition, input = passage.step.values.input, job = passage.job
    self.passage = passage
    nextID = max(nextID, transition.after.nextID)
    guard let node = transition.opened.first else { return }
    do throws(RouteError) {
      let route = node.destination.route, module = try modules.module(of: route)
      guard let environment else { throw .closed("app") }
      let handle = RouterHandle(id: node.id, route: route, isRoot: node.style == .root, app, environment, target: self)
      let live = LiveModule(
        node, handle, module, input, transition.presentation, parent: transition.after.parent(of: node.id)?.id,
        asker: passage.step.request.origin, for: job.waitsForResult ? job.caller : nil,
        closesWhenUnwanted: job.waitsForResult && job.endsWithCaller)
      open.add(live)
      try live.build(input)
    } catch {
      self.passage = nil
      open.discard([node])
      throw error
    }
  }

  /// Moves the focus and lets the stage show the transition. Each module that is notified may close everything.
  private func show(_ passage: Passage) {
    guard closing == nil else { return }
    for node in passage.transition.opened { open[node.id]?.load() }
    guard closing == nil else { return }
    open.moveFocus(to: passage.transition.after.focus)
    guard closing == nil else { return }
    if isAlreadyShown(passage.step) { return deliver(passage) }
    let answer = stage?.show(passage.transition) { open[$0]?.parts?.assembly.view }
    guard closing == nil else { return }
    guard let answer else { return deliver(passage) }
    stage?.await(answer) { [weak self] error in
      if let error { self?.rollBack(passage, error) } else { self?.deliver(passage) }
    }
  }

  /// The stage has shown the transition: frees the modules that closed, and delivers results.
  private func deliver(_ passage: Passage) {
    let transition = passage.transition, step = passage.step
    end(passage) {
      app.trace.record(.route, module: "app", name: step.request.label, transition.after.address)
      current.value = transition.after
      if transition.kind == .replace, let old = transition.closed.last, let new = transition.opened.first {
        open.handOver(from: old.id, to: new.id)
      }
      open.release(transition.closed, result: step.values.result).deliver()
      return passage.job.goOn(after: step, (transition.opened.first ?? transition.after.visible)?.id)
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
  private func isAlreadyShown(_ step: NavigationStep) -> Bool {
    step.shownAfter.map { $0 >= stage?.lastShown ?? 0 } ?? false
  }

  /// Ends all waiting jobs. A job that is submitted later runs once everything is closed.
  func closeAll() {
    closing = (closing ?? []) + queue.removeAll()
    run()
  }

  /// The navigator was released.
  func end() {
    isEnding = true
    run()
  }

  /// Ends the focus, frees every module that is open, opening or closing, top first, and then ends the jobs.
  private func closeEverything() {
    if isEnding { closing = (closing ?? []) + queue.removeAll() }
    let before = tree, opened = passage?.transition.opened ?? []
    let nodes = Array((current.value.nodes + opened).reversed())
    // First, because a stage that answers while modules are notified would deliver or roll back the passage. Not if everything is
    // closed already: the stage may still have to show that.
    if isEnding || !nodes.isEmpty { stage?.stop() }
    open.moveFocus(to: [])
    // These have not opened: their waiters are notified by the job.
    for node in opened { open[node.id]?.waiters = [] }
    let order = open.release(nodes)
    let jobs = (passage.map { [$0.job] } ?? []) + (closing ?? [])
    (passage, closing) = (nil, nil)
    if isEnding { return endEverything(order, jobs) }
    var after = before
    after.root = nil
    if !nodes.isEmpty {
      correct("close everything", NavigationTree.Transition(.back, from: before, to: after, closed: nodes))
    }
    current.value = after
    order.deliver()
    for job in jobs { job.end(.failed(.closed("app"))) }
  }

  /// Releases the stage and the modules' builders here, on the main actor, because views may be freed with them.
  private func endEverything(_ order: ReleaseOrder, _ jobs: [NavigationJob]) {
    isEnding = false
    order.deliver()
    for job in jobs + queue.removeAll() { job.end(.failed(.closed(job.wait == nil ? "app" : job.origin))) }
    app.alive.dispose()
    (stage, modules) = (nil, [:])
  }

  /// Lets the stage show the current tree again in place of one that was not reached: the view went ahead, or the stage was late.
  private func showAgain(insteadOf tree: NavigationTree) {
    correct("show again", NavigationTree.Transition(.back, from: tree, to: current.value))
  }

  /// Lets the stage show a tree that is already current. The next turn begins when the stage has succeeded or failed.
  private func correct(_ label: String, _ transition: NavigationTree.Transition) {
    guard let stage, let answer = stage.show(transition, view: { open[$0]?.parts?.assembly.view }) else { return }
    stage.await(answer) { [weak self] error in
      if let error { self?.app.trace.refused(label, error) }
      self?.run()
    }
  }
}
