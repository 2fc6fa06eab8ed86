import Language
import REPL

extension ConsoleView {
  /// The results on a terminal; `refresh` is what pulling the list down is elsewhere.
  convenience init(_ presenter: ResultsPresenter, help: SearchTexts.Help, _ language: Language) {
    self.init(
      .title(presenter.title),
      .list(
        "results", presenter.rows, empty: "(\(presenter.noContent))",
        columns: { [$0.title, $0.thumb, $0.cover] }, .row("open", presenter.open, help: help.open),
        .row("follow", presenter.follow, help: help.follow)),
      .label(presenter.addedLabel, presenter.added.map { $0.map { "\($0.lowerBound + 1)-\($0.upperBound)" } ?? "" }),
      .busy(presenter.isLoading),
      .button("more", presenter.more, because: presenter.moreProblem, help: help.more),
      .button("refresh", presenter.refresh, help: help.refresh),
      .button("cancel", presenter.cancel, because: presenter.cancelProblem, help: help.cancelLoading),
      .button("back", presenter.back, because: presenter.backProblem, help: language.backHelp),
      .alert(presenter.alertTitle, presenter.alerts, button: presenter.alertButton),
      .alert("", presenter.problems))
  }
}
