import Signals

/// What the stage is asked to show: the steps, and what is so already.
extension Navigator {
  /// How long a stage has to show something.
  private static let stageTimeout = Duration.seconds(30)

  /// Shows what is open in place of what nothing came of: the view went ahead, or the stage was too late.
  func showAgain(insteadOf tree: NavigationTree) {
    correct("show again", Transition(.back, from: tree, to: opened.current.value))
  }

  /// Has the stage show what is so already. Whether it can or not, the next step begins after that.
  func correct(_ label: String, _ transition: Transition) {
    let shown = Disposable()
    opened.correction = shown
    show(transition, until: shown) { [weak self] error in
      guard let self, opened.correction === shown else { return }
      opened.correction = nil
      if let error { trace.refused(label, error) }
      takeSteps()
    }
  }

  /// Calls back when the stage has shown it, or with why it could not.
  private func show(
    _ transition: Transition, until shown: Disposable,
    _ done: @escaping @MainActor @Sendable (RouteError?) -> Void
  ) {
    let showing = begin(showing: transition)
    if isShown(showing) { done(nil) } else { wait(for: showing, of: transition, until: shown, done) }
  }

  /// Asks the stage: `isShown`, or else `wait`, takes its answer.
  func begin(showing transition: Transition) -> Signal<Never, RouteError> {
    opened.stage?.perform(transition) { [opened] id in opened.live[id]?.parts?.assembly.view } ?? .never
  }

  /// Whether the stage has shown it already, as most do: there is nothing to wait for.
  func isShown(_ showing: Signal<Never, RouteError>) -> Bool { showing.isEmpty && ui.runsAtOnce }

  /// Calls back when the stage has shown it, or with why it could not.
  func wait(
    for showing: Signal<Never, RouteError>, of transition: Transition, until shown: Disposable,
    _ done: @escaping @MainActor @Sendable (RouteError?) -> Void
  ) {
    let answered: @MainActor @Sendable (RouteError?) -> Void = { error in
      if shown.isDisposed { return }
      shown.dispose()
      done(error)
    }
    let answer = showing.observe { [ui] event in
      switch event {
      case .value(let never): switch never {}
      case .completed: ui.run { answered(nil) }
      case .failed(let error): ui.run { answered(error) }
      }
    }
    if shown.isDisposed { return }
    shown.add(answer)
    let late = (transition.opened.first ?? transition.after.visible)?.destination.route ?? "nothing"
    shown.add(
      environment.scheduler.schedule(after: Self.stageTimeout) { [ui, stageName] in
        ui.run { answered(.notShown(late, by: stageName)) }
      })
  }
}
