import REPL

extension ConsoleView {
  /// The screen on a terminal.
  convenience init(_ presenter: __Name__Presenter, _ texts: __Name__Texts) {
    #if INTERACTOR
      self.init(
        .title(presenter.title),
        .list("rows", presenter.rows, empty: presenter.noRows, line: { $0.text }),
        .busy(presenter.load.isExecuting),
        .field("text", presenter.text, help: texts.textHelp),
        .button("add", presenter.add, help: texts.addHelp),
        .back(presenter.back),
        .alert("", presenter.problems))
    #else
      self.init(
        .title(presenter.title),
        .list("rows", presenter.rows, empty: presenter.noRows, line: { $0.text }),
        .field("text", presenter.text, help: texts.textHelp),
        .button("add", presenter.add, help: texts.addHelp),
        .back(presenter.back))
    #endif
  }
}
