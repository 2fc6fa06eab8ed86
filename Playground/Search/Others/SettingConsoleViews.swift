import REPL
import Signals

extension ConsoleView {
  /// The tabs on a terminal: each is shown by its name.
  convenience init(_ presenter: SettingPresenter) {
    self.init(
      .title(presenter.title),
      .button("timer", presenter.timer),
      .button("language", presenter.language),
      .button("back", presenter.back, because: presenter.backProblem),
      .alert("", presenter.problems))
  }

  /// The timer on a terminal.
  convenience init(_ presenter: TimerPresenter) {
    self.init(
      .label("", presenter.status),
      .button("start", presenter.start, because: presenter.problem),
      .button("pause", presenter.pause, because: presenter.problem),
      .button("resume", presenter.resume, because: presenter.problem),
      .button("stop", presenter.stop, because: presenter.problem))
  }

  /// The language on a terminal: nothing but a text.
  convenience init(language: String) { self.init(.label("", Property(constant: language))) }
}
