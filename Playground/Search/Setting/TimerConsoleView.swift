import REPL

extension ConsoleView {
  /// The timer on a terminal.
  convenience init(_ presenter: TimerPresenter) {
    self.init(
      .label("", presenter.status),
      .button("start", presenter.start, because: presenter.problem),
      .button("pause", presenter.pause, because: presenter.problem),
      .button("resume", presenter.resume, because: presenter.problem),
      .button("stop", presenter.stop, because: presenter.problem))
  }
}
