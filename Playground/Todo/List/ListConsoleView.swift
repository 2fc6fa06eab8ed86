import REPL
import Signals

extension ConsoleView {
  convenience init(_ presenter: ListPresenter) {
    let texts = presenter.texts
    self.init(
      .title(texts.listTitle),
      .label("", presenter.loadProblem.map { $0.isEmpty ? "" : "[!] \($0)" }),
      .list(
        "items", presenter.rows, empty: presenter.noContent.map { $0.isEmpty ? "" : "(\($0))" },
        section: { "\($0.section) [\($0.image)]" },
        line: { $0.dueDay.isEmpty ? $0.title : "\($0.title) — \($0.dueDay)" },
        .row("complete", presenter.complete, help: texts.complete), .row("delete", presenter.delete, help: texts.delete)
      ),
      .busy(presenter.isLoading),
      .button("add", presenter.add, help: texts.add),
      .button("undo", presenter.undo, help: texts.undo),
      .back(presenter.back),
      .alert("", presenter.problems))
  }
}
