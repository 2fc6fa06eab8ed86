import Foundation
import REPL

extension ConsoleView {
  /// The search on a terminal. A category is typed as a whole: the space around it goes at once.
  convenience init(_ presenter: SearchPresenter, help: SearchTexts.Help) {
    func category(_ text: String) -> String { text.trimmingCharacters(in: .whitespacesAndNewlines) }
    self.init(
      .title(presenter.title),
      .field("main", presenter.main, help: help.main, print: { $0 }, parse: category),
      .field("second", presenter.second, help: help.second, print: { $0 }, parse: category),
      .button("search", presenter.search, help: help.search),
      .cancel(presenter.search, help: help.cancelSearch),
      .busy(presenter.search.isExecuting),
      .label(presenter.eventLabel, presenter.event),
      .label(presenter.returnedLabel, presenter.returned),
      .button("message", presenter.message, help: help.message),
      .button("setting", presenter.setting, help: help.setting),
      .button("about", presenter.about, help: help.about),
      .back(presenter.back),
      .alert(presenter.alertTitle, presenter.alerts, button: presenter.alertButton),
      .alert("", presenter.problems))
  }
}
