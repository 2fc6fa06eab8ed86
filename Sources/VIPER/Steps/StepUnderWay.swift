import Signals

/// A step on its way to the screen: its modules are built, and the stage shows it.
@MainActor struct StepUnderWay {
  let step: NavigationStep
  let request: NavigationRequest
  let transition: Transition
  /// Ends the wait for the stage.
  let shown = Disposable()
}

extension Navigator {
  /// Builds what a step opens, moves the focus, and has the stage show it.
  func begin(_ underWay: StepUnderWay) {
    opened.underWay = underWay
    do throws(RouteError) {
      try build(underWay)
    } catch {
      opened.underWay = nil
      return underWay.step.drop(error)
    }
    guard opened.closing == nil else { return }
    for node in underWay.transition.opened { opened.live[node.id]?.load() }
    guard opened.closing == nil else { return }
    opened.moveFocus(to: underWay.transition.after.focus)
    guard opened.closing == nil else { return }
    guard !underWay.step.isAlreadyShown else { return performed(underWay) }
    let showing = begin(showing: underWay.transition)
    // The stage may have asked for everything to be closed: then nothing comes of the step.
    guard opened.closing == nil else { return }
    if isShown(showing) { return performed(underWay) }
    wait(for: showing, of: underWay.transition, until: underWay.shown) { [weak self] error in
      guard let self, opened.underWay?.shown === underWay.shown else { return }
      if let error { rollBack(underWay, error) } else { performed(underWay) }
    }
  }

  private func build(_ underWay: StepUnderWay) throws(RouteError) {
    let step = underWay.step
    for node in underWay.transition.opened {
      let route = node.destination.route
      guard let module = modules[route] else { throw unknown(route) }
      let handle = RouterHandle(id: node.id, route: route, isRoot: node.style == .root, navigator: self)
      let live = LiveModule(node: node, handle: handle, output: module.output)
      live.asker = underWay.request.origin
      live.input = module.isTransient ? step.input : nil
      live.add(step.waiter)
      // Before it is built: who builds it may ask for something already, or not want it any more.
      opened.live[node.id] = live
      do throws(RouteError) {
        live.parts = try module.build(handle, Opening(destination: node.destination, input: step.input))
      } catch {
        live.waiters = []
        opened.release(node.id, openedIn: underWay.transition.after)
        throw error
      }
      trace.record(.attach, module: handle.name, node.style.rawValue)
    }
  }

  private func performed(_ shown: StepUnderWay) {
    let step = shown.step, transition = shown.transition
    settle {
      opened.underWay = nil
      trace.record(
        .route, module: "app", name: shown.request.label, transition.after.address)
      opened.current.value = transition.after
      if transition.kind == .replace, let old = transition.closed.last, let new = transition.opened.first {
        handOver(from: old.id, to: new.id)
      }
      finish(transition, result: step.result)
      step.reply(.done(transition.opened.first?.id ?? transition.after.visible?.id))
    }
  }

  /// Who waited for a replaced module waits for the new one, if it gives the same.
  private func handOver(from old: Int, to new: Int) {
    guard let old = opened.live[old], let new = opened.live[new] else { return }
    new.asker = old.asker
    if old.output == new.output { new.waiters += old.takeWaiters() }
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
    let transition = shown.transition
    settle {
      opened.underWay = nil
      opened.moveFocus(to: transition.before.focus)
      for node in transition.opened.reversed() {
        // Not closed but never opened: it fails, below, with why.
        opened.live[node.id]?.waiters = []
        opened.release(node.id, openedIn: transition.after)
      }
      // A stage that is only late may still show it.
      if case .notShown = error { showAgain(insteadOf: transition.after) }
      shown.step.drop(error)
    }
  }
}
