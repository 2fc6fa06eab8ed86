import REPL

extension ConsoleView {
  /// The search on a terminal.
  convenience init(_ presenter: SearchPresenter) {
    self.init(
      .title(presenter.title),
      .field("main", presenter.main),
      .field("second", presenter.second),
      .button("search", presenter.search, because: presenter.searchProblem),
      .button("cancel", presenter.cancel, because: presenter.cancelProblem),
      .busy(presenter.search.isExecuting),
      .label("event", presenter.event),
      .label("returned", presenter.returned),
      .button("message", presenter.message),
      .button("setting", presenter.setting),
      .button("about", presenter.about),
      .button("back", presenter.back, because: presenter.backProblem),
      .alert(presenter.alertTitle, presenter.alerts, button: presenter.alertButton),
      .alert("", presenter.problems))
  }
}
