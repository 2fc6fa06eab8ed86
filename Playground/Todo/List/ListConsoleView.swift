import REPL

extension ConsoleView {
  /// The list on a terminal.
  convenience init(_ presenter: ListPresenter, help: TodoTexts.Help) {
    self.init(
      .title(presenter.title),
      .label("", presenter.loadProblem.map { $0.map { "[!] \($0)" } ?? "" }),
      .list(
        "items", presenter.rows, empty: presenter.noContent.map { $0.map { "(\($0))" } ?? "" },
        section: { "\($0.section) [\($0.image)]" },
        line: { $0.dueDay.isEmpty ? $0.title : "\($0.title) — \($0.dueDay)" },
        .row("complete", presenter.complete, help: help.complete), .row("delete", presenter.delete, help: help.delete)),
      .busy(presenter.load),
      .button("add", presenter.add, help: help.add),
      .button("undo", presenter.undo, help: help.undo),
      .back(presenter.back),
      .alert("", presenter.problems))
  }
}
