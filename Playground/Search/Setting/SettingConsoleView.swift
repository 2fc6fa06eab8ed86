import REPL

extension ConsoleView {
  /// Each tab is shown by its name.
  convenience init(_ presenter: SettingPresenter) {
    let texts = presenter.texts
    self.init(
      .title(texts.settingTitle),
      .button("timer", presenter.timer, help: texts.showTimer),
      .button("language", presenter.language, help: texts.showLanguage),
      .back(presenter.back),
      .alert("", presenter.problems))
  }

  convenience init(_ presenter: TimerPresenter) {
    let texts = presenter.texts
    self.init(
      .label("", presenter.status),
      .button("start", presenter.start, help: texts.start), .button("pause", presenter.pause, help: texts.pause),
      .button("resume", presenter.resume, help: texts.resume), .button("stop", presenter.stop, help: texts.stop))
  }
}
