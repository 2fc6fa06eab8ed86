import Language
import REPL

extension ConsoleView {
  /// The details on a terminal, above the download that they embed.
  convenience init(_ presenter: DetailsPresenter, _ language: Language) {
    self.init(
      .title(presenter.title), .label("usrid", presenter.usrid),
      .button("back", presenter.back, because: presenter.backProblem, help: language.backHelp))
  }
}
