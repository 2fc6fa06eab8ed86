import Signals

/// The queue: one step after the other, each decided by the tree that the one before left.
extension Navigator {
  func enqueue(_ step: NavigationStep) {
    opened.wait(step)
    takeSteps()
  }

  /// Takes what waits, until a step is under way; the rest comes when that is done.
  func takeSteps() {
    guard !isTakingSteps else { return }
    isTakingSteps = true
    defer { isTakingSteps = false }
    while true {
      if opened.closing != nil {
        closeEverything()
      } else if let step = opened.nextStep() {
        take(step)
      } else {
        return
      }
    }
  }

  /// Runs `body`, of which everybody has to hear before the next step is taken.
  func settle(_ body: () -> Void) {
    let wasTakingSteps = isTakingSteps
    isTakingSteps = true
    body()
    isTakingSteps = wasTakingSteps
    takeSteps()
  }

  /// Decides a step and begins it: for those whose turn it is.
  func take(_ step: NavigationStep) {
    guard opened.closing == nil else { return step.drop(.closed("app")) }
    guard !step.isUnwanted else { return }
    if step.closesOnlyUnwanted, case .close(let id)? = step.request, opened.live[id]?.waiters.isEmpty == false {
      return
    }
    guard let request = step.request.map({ opened.telling(apart: step.input, in: $0, modules) }) else {
      return step.reply(.done(nil))
    }
    let tree = opened.numbered
    switch tree.decide(request) {
    case .reject(let error): reject(step, request, error)
    case .join(let id):
      if let waiter = step.waiter { opened.live[id]?.waiters.append(waiter) }
      step.reply(.done(id))
    case .perform(let transition):
      if let scope = step.guardScope, isGuarded(request) { return askGuards(of: step, scope) }
      if step.asksWhatCloses, let error = unwillingness(of: transition.closed) {
        if step.isAlreadyShown { showAgain(insteadOf: transition.after) }
        return step.drop(error)
      }
      // A presenter that was asked may want everything closed.
      guard opened.closing == nil else { return step.drop(.closed(step.asking)) }
      begin(StepUnderWay(step: step, request: request, transition: transition))
    }
  }

  private func reject(_ step: NavigationStep, _ request: NavigationRequest, _ error: RouteError) {
    let asked = request.origin.flatMap { opened.live[$0] }
    if error == .nothingBelow, let result = step.result, let root = asked {
      // A root that finishes delivers its result and stays.
      for waiter in root.takeWaiters() { waiter.closed(with: result) }
      return step.reply(.done(root.node.id))
    }
    if step.isAlreadyShown { showAgain(insteadOf: opened.current.value) }
    step.drop(request.origin != nil && asked == nil ? .closed(step.asking) : error)
  }

  /// Takes the step, or the one it is led to, when the guards let it.
  private func askGuards(of step: NavigationStep, _ scope: Disposable) {
    guard let destination = step.request?.destination else { return }
    guarded(Opening(destination: destination, input: step.input), scope: scope) { [weak self] outcome in
      guard let self else { return step.drop(.closed(step.asking)) }
      switch outcome {
      case .refused(let error): step.drop(error)
      case .abandoned: step.waiter?.closed(with: nil)
      case .proceed(let opening), .redirected(let opening):
        opened.allow(step.allowed(opening))
        takeSteps()
      }
    }
  }
}
