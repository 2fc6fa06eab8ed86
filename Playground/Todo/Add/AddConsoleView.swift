import REPL

extension ConsoleView {
  /// The add screen on a terminal: the day is typed as `2014-05-22`.
  convenience init(_ presenter: AddPresenter, days: DayFormat, help: TodoTexts.Help) {
    self.init(
      .title(presenter.title),
      .field("name", presenter.name, because: presenter.lock, help: help.name),
      .field("due", presenter.due, because: presenter.lock, help: help.due, print: days.print, parse: days.parse),
      .button("save", presenter.save, help: help.save),
      .button("cancel", presenter.cancel, help: help.cancel),
      .touch(presenter.cancel, help: help.touch),
      .busy(presenter.save.isExecuting),
      .alert("", presenter.problems))
  }
}
