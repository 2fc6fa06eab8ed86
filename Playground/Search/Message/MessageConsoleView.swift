import REPL

extension ConsoleView {
  /// The message on a terminal.
  convenience init(_ presenter: MessagePresenter, help: SearchTexts.Help) {
    self.init(.title(presenter.title), .button("cancel", presenter.cancel, help: help.cancelMessage))
  }
}
