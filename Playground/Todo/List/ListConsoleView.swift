import REPL

extension ConsoleView {
  /// The list on a terminal.
  convenience init(_ presenter: ListPresenter) {
    self.init(
      .title(presenter.title),
      .label("", presenter.loadProblem.map { $0.map { "[!] \($0)" } ?? "" }),
      .list(
        "items", presenter.rows, empty: presenter.noContent.map { $0.map { "(\($0))" } ?? "" },
        section: { "\($0.section) [\($0.image)]" },
        line: { $0.dueDay.isEmpty ? $0.title : "\($0.title) — \($0.dueDay)" },
        .row("complete", presenter.complete), .row("delete", presenter.delete)),
      .busy(presenter.load),
      .button("add", presenter.add),
      .button("undo", presenter.undo, because: presenter.undoProblem),
      .button("back", presenter.back, because: presenter.backProblem),
      .alert("", presenter.problems))
  }
}
