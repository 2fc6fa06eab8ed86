import REPL

extension ConsoleView {
  /// The console view of the list of apps.
  convenience init(_ presenter: HomePresenter, _ texts: HomeTexts) {
    self.init(
      .title(presenter.title),
      .list(
        "apps", presenter.rows, line: { "\($0.name): \($0.about)" }, .row("open", presenter.open, help: texts.openHelp)),
      .alert("", presenter.problems))
  }
}
