import REPL

extension ConsoleView {
  /// The results on a terminal; `refresh` is what pulling the list down is elsewhere.
  convenience init(_ presenter: ResultsPresenter) {
    let widest = presenter.rows.map { $0.map { Columns.width(of: $0.title) }.max() ?? 0 }
    self.init(
      .title(presenter.title),
      .list(
        "results", presenter.rows, empty: "(\(presenter.noContent))",
        line: { row in
          let blanks = String(repeating: " ", count: widest.value - Columns.width(of: row.title))
          return [row.title + blanks, row.thumb, row.cover].joined(separator: "  ")
        },
        .row("open", presenter.open), .row("follow", presenter.follow)),
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
