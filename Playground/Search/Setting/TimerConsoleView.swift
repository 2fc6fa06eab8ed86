import REPL

extension ConsoleView {
  /// The timer on a terminal.
  convenience init(_ presenter: TimerPresenter, help: SearchTexts.Help) {
    self.init(
      .label("", presenter.status),
      .button("start", presenter.start, because: presenter.problem, help: help.start),
      .button("pause", presenter.pause, because: presenter.problem, help: help.pause),
      .button("resume", presenter.resume, because: presenter.problem, help: help.resume),
      .button("stop", presenter.stop, because: presenter.problem, help: help.stop))
  }
}
