import REPL

extension ConsoleView {
  /// The add screen on a terminal: the day is typed as `2014-05-22`.
  convenience init(_ presenter: AddPresenter, days: DayFormat) {
    self.init(
      .title(presenter.title),
      .field("name", presenter.name),
      .field("due", presenter.due, print: days.print, parse: days.parse),
      .button("save", presenter.save, because: presenter.saveProblem),
      .button("cancel", presenter.cancel),
      .touch(presenter.cancel),
      .busy(presenter.save.isExecuting),
      .alert("", presenter.problems))
  }
}
