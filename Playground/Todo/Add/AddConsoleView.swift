import REPL
import Signals

extension ConsoleView {
  /// The console view of the add screen. The day is typed as `2014-05-22`.
  convenience init(_ presenter: AddPresenter) {
    let texts = presenter.texts, days = presenter.days, lock = presenter.lock
    self.init(
      .title(texts.addTitle),
      .field("name", presenter.name, because: lock, help: texts.name),
      .field("due", presenter.due, because: lock, help: texts.due, print: days.print, parse: days.parse),
      .button("save", presenter.save, help: texts.save),
      .button("cancel", presenter.cancel, help: texts.cancel),
      .touch(presenter.cancel, help: texts.touch),
      .busy(presenter.save.isExecuting),
      .alert("", presenter.problems))
  }
}
