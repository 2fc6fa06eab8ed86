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
  func show(
    _ transition: Transition, until shown: Disposable, _ done: @escaping @MainActor (RouteError?) -> Void
  ) {
    let late = (transition.opened.first ?? transition.after.path.last)?.destination.route ?? "nothing"
    let stageName = stageName
    guard let stage = opened.stage else { return }
    shown.add(
      stage.perform(transition) { [opened] id in opened.live[id]?.parts?.assembly.view }
        .timeout(
          Self.stageTimeout, failingWith: .timedOut(late, by: stageName), on: environment.scheduler
        )
        .observe(on: ui) { event in
          switch event {
          case .value: break
          case .completed: done(nil)
          case .failed(let error): done(error)
          }
        })
  }
}
