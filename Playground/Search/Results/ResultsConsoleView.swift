import REPL

extension ConsoleView {
  /// The results on a terminal; `refresh` is what pulling the list down is elsewhere.
  convenience init(_ presenter: ResultsPresenter) {
    self.init(
      .title(presenter.title),
      .list(
        "results", presenter.rows, empty: "(\(presenter.noContent))",
        columns: { [$0.title, $0.thumb, $0.cover] }, .row("open", presenter.open), .row("follow", presenter.follow)),
      .label(presenter.addedLabel, presenter.added.map { $0.map { "\($0.lowerBound + 1)-\($0.upperBound)" } ?? "" }),
      .busy(presenter.isLoading),
      .button("more", presenter.more, because: presenter.moreProblem),
      .button("refresh", presenter.refresh),
      .button("cancel", presenter.cancel, because: presenter.cancelProblem),
      .button("back", presenter.back, because: presenter.backProblem),
      .alert(presenter.alertTitle, presenter.alerts, button: presenter.alertButton),
      .alert("", presenter.problems))
  }
}
