import REPL

extension ConsoleView {
  convenience init(_ presenter: __Name__Presenter) {
    let texts = presenter.texts
    self.init(
      .title(texts.title),
      .label("", presenter.loadProblem),
      .list("rows", presenter.rows, empty: presenter.noRows, line: { $0.text }),
      .field("text", presenter.text, help: texts.textHelp),
      .button("add", presenter.add, help: texts.addHelp),
      .back(presenter.back),
      .alert("", presenter.problems))
  }
}
