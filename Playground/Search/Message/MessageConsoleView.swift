import REPL

extension ConsoleView {
  /// The message on a terminal.
  convenience init(_ presenter: MessagePresenter) {
    self.init(.title(presenter.title), .button("cancel", presenter.cancel))
  }
}
