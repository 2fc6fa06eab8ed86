import REPL

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
}
