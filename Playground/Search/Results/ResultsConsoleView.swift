import REPL
import Signals

extension ConsoleView {
  /// The console view of the results. `refresh` replaces pulling the list down.
  convenience init(_ presenter: ResultsPresenter) {
    let texts = presenter.texts
    self.init(
      .title(texts.resultsTitle),
      .list(
        "results", presenter.rows, empty: "(\(texts.noPictures))", columns: { [$0.title, $0.thumb, $0.cover] },
        .row("open", presenter.open, help: texts.open), .row("follow", presenter.follow, help: texts.follow)),
      .label(texts.addedLabel, presenter.added.map { $0.map { "\($0.lowerBound + 1)-\($0.upperBound)" } ?? "" }),
      .busy(presenter.isLoading),
      .button("more", presenter.more, help: texts.more),
      .button("refresh", presenter.refresh, help: texts.refresh),
      .cancel(presenter.more, presenter.refresh, help: texts.cancelLoading),
      .back(presenter.back),
      .alert(texts.alertTitle, presenter.alerts, button: texts.alertButton),
      .alert("", presenter.problems))
  }
}
