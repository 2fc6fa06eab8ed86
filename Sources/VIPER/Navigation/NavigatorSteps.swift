import Signals

/// The queue: one step after the other, each decided by the tree that the one before left.
extension Navigator {
  func enqueue(_ step: NavigationStep) {
    opened.steps.append(step)
    takeSteps()
  }

  func takeSteps() {
    guard !isTakingSteps else { return }
    isTakingSteps = true
    defer { isTakingSteps = false }
    while opened.underWay == nil, let step = opened.steps.popFirst() { take(step) }
  }

  /// Decides a step and begins it: for those whose turn it is.
  func take(_ step: NavigationStep) {
    guard !step.isAbandoned else { return }
    guard let request = step.request.map({ opened.telling(apart: step.input, in: $0, modules) }) else {
      return step.reply(.done(nil))
    }
    let tree = opened.current.value
    switch opened.numbered.decide(request) {
    case .reject(let error):
      let isGone = request.origin.map { tree.node($0) == nil } ?? false
      end(step, .failed(isGone ? .closed(step.asking) : error))
    case .join(let id):
      if let waiter = step.waiter { opened.live[id]?.waiters.append(waiter) }
      end(step, .done(id))
    case .perform(let transition):
      if step.asksWhatCloses, let error = unwillingness(of: transition.closed) {
        if step.isAlreadyShown { showAgain(insteadOf: transition) }
        return end(step, .failed(error))
      }
      // A presenter that was asked may have closed everything.
      guard opened.current.value == tree else { return end(step, .failed(.closed(step.asking))) }
      begin(StepUnderWay(step: step, request: request, transition: transition))
    }
  }

  private func begin(_ underWay: StepUnderWay) {
    let step = underWay.step, transition = underWay.transition
    opened.underWay = underWay
    do throws(RouteError) {
      for node in transition.opened where isCurrent(underWay) { opened.live[node.id] = try build(node, for: underWay) }
    } catch {
      opened.underWay = nil
      return end(step, .failed(error))
    }
    for node in transition.opened { opened.live[node.id]?.assembly.presenter?.loaded() }
    if isCurrent(underWay) { changeFocus(transition) }
    guard isCurrent(underWay) else { return }
    guard !step.isAlreadyShown else { return performed(underWay) }
    let name = transition.opened.first?.destination.route ?? transition.closed.first?.destination.route ?? "a tab"
    underWay.shown.add(
      stage.perform(transition) { [opened] id in opened.live[id]?.assembly.view }
        .timeout(.seconds(30), failingWith: .timedOut("the stage, showing \(name),"), on: environment.scheduler)
        .observe(on: ui)
        .observe { [weak self] event in
          MainActor.assumeIsolated {
            switch event {
            case .value: break
            case .completed: self?.performed(underWay)
            case .failed(let error): self?.rollBack(underWay, error)
            }
          }
        })
  }

  /// Whether the step still is what the stage shows: a presenter may have closed everything meanwhile.
  private func isCurrent(_ step: StepUnderWay) -> Bool { opened.underWay?.shown === step.shown }

  private func build(_ node: NavigationTree.Node, for underWay: StepUnderWay) throws(RouteError) -> LiveModule? {
    let route = node.destination.route, step = underWay.step
    guard let module = modules[route] else { throw unknown(route) }
    let handle = RouterHandle(id: node.id, route: route, isRoot: node.style == .root, navigator: self)
    let (assembly, router) = try module.build(handle, Opening(destination: node.destination, input: step.input))
    // Whoever closes everything while a module is built closes that module, too.
    guard isCurrent(underWay) else {
      handle.alive.dispose()
      handle.close()
      step.waiter?.fail(.closed("app"))
      return nil
    }
    trace.record(.attach, module: handle.name, node.style.rawValue)
    let live = LiveModule(
      node: node, handle: handle, output: module.output, assembly: assembly, router: router,
      input: module.isTransient ? step.input : nil)
    live.asker = underWay.request.origin
    if let waiter = step.waiter {
      live.closesWhenUnwanted = waiter.closesOnDisposal
      live.waiters.append(waiter)
    }
    return live
  }

  /// Ends the step under way: what is asked for meanwhile waits until everybody has heard of it.
  private func settle(_ body: () -> Void) {
    let wasTakingSteps = isTakingSteps
    isTakingSteps = true
    opened.underWay = nil
    body()
    isTakingSteps = wasTakingSteps
    takeSteps()
  }

  private func performed(_ shown: StepUnderWay) {
    guard isCurrent(shown) else { return }
    let step = shown.step, transition = shown.transition
    settle {
      trace.record(
        .route, module: "app", name: shown.request.label, transition.after.path.map(\.name).joined(separator: "/"))
      opened.current.value = transition.after
      if transition.kind == .replace, let old = transition.closed.last, let new = transition.opened.first {
        handOver(from: old.id, to: new.id)
      }
      finish(transition, result: step.result)
      end(step, .done(transition.opened.first?.id ?? transition.after.path.last?.id))
    }
  }

  /// Who waited for a replaced module waits for the new one, if it gives the same.
  private func handOver(from old: Int, to new: Int) {
    guard let old = opened.live[old], let new = opened.live[new] else { return }
    new.asker = old.asker
    guard old.output == new.output else { return }
    new.waiters += old.waiters
    old.waiters = []
  }

  private func finish(_ transition: Transition, result: (any Sendable)?) {
    // All are freed first; only then does anybody hear of it.
    let asked = transition.closed.last
    let endings = transition.closed.compactMap { node in
      opened.release(node.id, result: node.id == asked?.id ? result : nil, openedIn: transition.before)
    }
    for ending in endings { ending.deliver() }
  }

  private func rollBack(_ shown: StepUnderWay, _ error: RouteError) {
    guard isCurrent(shown) else { return }
    let transition = shown.transition
    settle {
      changeFocus(Transition(.back, from: transition.after, to: transition.before))
      for node in transition.opened.reversed() {
        // Not closed but never opened: it fails, below, with why.
        opened.live[node.id]?.waiters = []
        opened.release(node.id, openedIn: transition.after)
      }
      // A stage that is only late may still show it: what is open is shown again.
      if case .timedOut = error { showAgain(insteadOf: transition) }
      end(shown.step, .failed(error))
    }
  }

  private func changeFocus(_ transition: Transition) {
    let before = transition.before.focus, after = transition.after.focus
    for id in before.reversed() where !after.contains(id) { opened.live[id]?.loseFocus() }
    for id in after where !before.contains(id) { opened.live[id]?.gainFocus() }
  }

  private func end(_ step: NavigationStep, _ outcome: NavigationStep.Outcome) {
    if case .failed(let error) = outcome {
      trace.record(.route, module: "app", name: step.request?.label ?? "", "refused: \(error)")
      step.waiter?.fail(error)
    }
    step.reply(outcome)
  }
}
