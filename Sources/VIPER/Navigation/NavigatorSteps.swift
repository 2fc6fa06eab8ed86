import Signals

/// A step the stage is showing.
@MainActor struct StepUnderWay {
  let step: NavigationStep
  let transition: Transition
  /// Ends the wait for the stage.
  let shown = Disposable()
}

/// The queue: one step after the other, each decided by the tree that the one before left.
extension Navigator {
  func enqueue(_ step: NavigationStep) {
    steps.append(step)
    takeSteps()
  }

  func takeSteps() {
    guard !isTakingSteps else { return }
    isTakingSteps = true
    defer { isTakingSteps = false }
    while underWay == nil, !steps.isEmpty { take(steps.removeFirst()) }
  }

  private func take(_ step: NavigationStep) {
    guard !step.isAbandoned else { return }
    switch current.value.decide(step.request) {
    case .reject(let error):
      let isGone = step.request.origin.map { current.value.node($0) == nil } ?? false
      end(step, .failed(isGone ? .closed(step.asking) : error))
    case .join(let id):
      if let waiter = step.waiter { live[id]?.waiters.append(waiter) }
      end(step, .done)
    case .perform(let transition): begin(step, transition)
    }
  }

  private func begin(_ step: NavigationStep, _ transition: Transition) {
    do throws(RouteError) {
      for node in transition.opened { live[node.id] = try build(node, for: step) }
    } catch {
      for node in transition.opened { release(node.id, openedIn: transition.after) }
      return end(step, .failed(error))
    }
    let underWay = StepUnderWay(step: step, transition: transition)
    self.underWay = underWay
    for node in transition.opened { live[node.id]?.assembly.presenter?.loaded() }
    if isUnderWay(underWay) { changeFocus(transition) }
    guard isUnderWay(underWay) else { return }
    guard !step.isAlreadyShown else { return performed(underWay) }
    let name = transition.opened.first?.destination.route ?? transition.closed.first?.destination.route ?? "a tab"
    underWay.shown.add(
      stage.perform(transition) { [weak self] id in self?.live[id]?.assembly.view }
        .timeout(.seconds(30), failingWith: .timedOut("the stage, showing \(name),"), on: environment.scheduler)
        .observe(on: .ui)
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
  private func isUnderWay(_ step: StepUnderWay) -> Bool { underWay?.shown === step.shown }

  private func build(_ node: NavigationTree.Node, for step: NavigationStep) throws(RouteError) -> LiveModule {
    let route = node.destination.route
    guard let module = modules[route] else {
      throw .unknown(route, nearest: NearMiss.nearest(to: route, in: modules.keys.sorted()))
    }
    let handle = RouterHandle(id: node.id, route: route, isRoot: node.style == .root, navigator: self)
    let (assembly, router) = try module.build(handle, Opening(destination: node.destination, input: step.input))
    trace.record(.attach, module: handle.name, node.style.rawValue)
    let opened = LiveModule(node: node, handle: handle, output: module.output, assembly: assembly, router: router)
    opened.asker = step.request.origin
    if let waiter = step.waiter {
      opened.closesWhenUnwanted = waiter.closesOnDisposal
      opened.waiters.append(waiter)
    }
    return opened
  }

  /// Ends the step under way: what is asked for meanwhile waits until everybody has heard of it.
  private func settle(_ body: () -> Void) {
    let wasTakingSteps = isTakingSteps
    isTakingSteps = true
    underWay = nil
    body()
    isTakingSteps = wasTakingSteps
    takeSteps()
  }

  private func performed(_ shown: StepUnderWay) {
    guard isUnderWay(shown) else { return }
    let step = shown.step, transition = shown.transition
    settle {
      trace.record(
        .route, module: "app", name: step.request.label, transition.after.path.map(\.name).joined(separator: "/"))
      current.value = transition.after
      if transition.kind == .replace, let old = transition.closed.first(where: { step.request.replaces($0.id) }),
        let new = transition.opened.first
      {
        handOver(from: old.id, to: new.id)
      }
      finish(transition, result: step.result)
      end(step, .done)
    }
  }

  /// Who waited for a replaced module waits for the new one, if it gives the same.
  private func handOver(from old: Int, to new: Int) {
    guard let old = live[old], let new = live[new] else { return }
    new.asker = old.asker
    guard old.output == new.output else { return }
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

  private func rollBack(_ shown: StepUnderWay, _ error: RouteError) {
    guard isUnderWay(shown) else { return }
    let transition = shown.transition
    settle {
      changeFocus(Transition(.back, from: transition.after, to: transition.before))
      for node in transition.opened.reversed() {
        // Not closed but never opened: it fails, below, with why.
        live[node.id]?.waiters = []
        release(node.id, openedIn: transition.after)
      }
      end(shown.step, .failed(error))
    }
  }

  private func changeFocus(_ transition: Transition) {
    let before = transition.before.focus, after = transition.after.focus
    for id in before.reversed() where !after.contains(id) { live[id]?.loseFocus() }
    for id in after where !before.contains(id) { live[id]?.gainFocus() }
  }

  private func end(_ step: NavigationStep, _ outcome: NavigationStep.Outcome) {
    if case .failed(let error) = outcome {
      trace.record(.route, module: "app", name: step.request.label, "refused: \(error)")
      step.waiter?.fail(error)
    }
    step.reply(outcome)
  }
}
