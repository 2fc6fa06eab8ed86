import REPL

extension ConsoleView {
  /// The list on a terminal.
  convenience init(_ presenter: ListPresenter) {
    self.init(
      .title(presenter.title),
      .list(
        "items", presenter.rows, empty: "(\(presenter.noContent))",
        section: { "\($0.section) [\($0.image)]" },
        line: { $0.dueDay.isEmpty ? $0.title : "\($0.title) — \($0.dueDay)" },
        .row("complete", presenter.complete), .row("delete", presenter.delete)),
      .button("add", presenter.add),
      .button("undo", presenter.undo, because: presenter.undoProblem),
      .alert("", presenter.problems))
  }
}
