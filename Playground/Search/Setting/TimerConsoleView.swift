import REPL

extension ConsoleView {
  convenience init(_ presenter: TimerPresenter) {
    let texts = presenter.texts
    self.init(
      .label("", presenter.status),
      .button("start", presenter.start, help: texts.start), .button("pause", presenter.pause, help: texts.pause),
      .button("resume", presenter.resume, help: texts.resume), .button("stop", presenter.stop, help: texts.stop))
  }
}
