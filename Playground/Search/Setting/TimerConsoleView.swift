import REPL

extension ConsoleView {
  /// The timer on a terminal.
  convenience init(_ presenter: TimerPresenter, help: SearchTexts.Help) {
    self.init(
      .label("", presenter.status),
      .button("start", presenter.start, help: help.start),
      .button("pause", presenter.pause, help: help.pause),
      .button("resume", presenter.resume, help: help.resume),
      .button("stop", presenter.stop, help: help.stop))
  }
}
