import REPL

extension ConsoleView {
  /// The results on a terminal; `refresh` is what pulling the list down is elsewhere.
  convenience init(_ presenter: ResultsPresenter, help: SearchTexts.Help) {
    self.init(
      .title(presenter.title),
      .list(
        "results", presenter.rows, empty: "(\(presenter.noContent))",
        columns: { [$0.title, $0.thumb, $0.cover] }, .row("open", presenter.open, help: help.open),
        .row("follow", presenter.follow, help: help.follow)),
      .label(presenter.addedLabel, presenter.added.map { $0.map { "\($0.lowerBound + 1)-\($0.upperBound)" } ?? "" }),
      .busy(presenter.isLoading),
      .button("more", presenter.more, help: help.more),
      .button("refresh", presenter.refresh, help: help.refresh),
      .cancel(presenter.more, presenter.refresh, help: help.cancelLoading),
      .back(presenter.back),
      .alert(presenter.alertTitle, presenter.alerts, button: presenter.alertButton),
      .alert("", presenter.problems))
  }
}
