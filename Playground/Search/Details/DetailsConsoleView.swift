import REPL

extension ConsoleView {
  /// The details on a terminal, above the download that they embed.
  convenience init(_ presenter: DetailsPresenter) {
    self.init(
      .title(presenter.title), .label("usrid", presenter.usrid),
      .back(presenter.back))
  }
}
