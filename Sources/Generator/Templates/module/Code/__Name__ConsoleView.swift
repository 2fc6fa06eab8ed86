import REPL

extension ConsoleView {
  /// The screen on a terminal.
  convenience init(_ presenter: __Name__Presenter) {
    #if INTERACTOR
      self.init(
        .title(presenter.title),
        .list("rows", presenter.rows, empty: presenter.noRows, line: { $0.text }),
        .busy(presenter.load.isExecuting),
        .field("text", presenter.text),
        .button("add", presenter.add, because: presenter.addProblem),
        .button("back", presenter.back, because: presenter.backProblem),
        .alert("", presenter.problems))
    #else
      self.init(
        .title(presenter.title),
        .list("rows", presenter.rows, empty: presenter.noRows, line: { $0.text }),
        .field("text", presenter.text),
        .button("add", presenter.add, because: presenter.addProblem),
        .button("back", presenter.back, because: presenter.backProblem))
    #endif
  }
}
