import Foundation
import REPL

extension ConsoleView {
  /// The search on a terminal. A category is typed as a whole: the space around it goes at once.
  convenience init(_ presenter: SearchPresenter) {
    func category(_ text: String) -> String { text.trimmingCharacters(in: .whitespacesAndNewlines) }
    self.init(
      .title(presenter.title),
      .field("main", presenter.main, print: { $0 }, parse: category),
      .field("second", presenter.second, print: { $0 }, parse: category),
      .button("search", presenter.search, because: presenter.searchProblem),
      .button("cancel", presenter.cancel, because: presenter.cancelProblem),
      .busy(presenter.search.isExecuting),
      .label(presenter.eventLabel, presenter.event),
      .label(presenter.returnedLabel, presenter.returned),
      .button("message", presenter.message),
      .button("setting", presenter.setting),
      .button("about", presenter.about),
      .button("back", presenter.back, because: presenter.backProblem),
      .alert(presenter.alertTitle, presenter.alerts, button: presenter.alertButton),
      .alert("", presenter.problems))
  }
}
