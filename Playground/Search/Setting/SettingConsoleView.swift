import REPL

extension ConsoleView {
  /// The tabs on a terminal: each is shown by its name.
  convenience init(_ presenter: SettingPresenter, help: SearchTexts.Help) {
    self.init(
      .title(presenter.title),
      .button("timer", presenter.timer, help: help.showTimer),
      .button("language", presenter.language, help: help.showLanguage),
      .back(presenter.back),
      .alert("", presenter.problems))
  }
}
