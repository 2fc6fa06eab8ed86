import Foundation
import REPL
import Signals

extension ConsoleView {
  /// The console view of the search. It trims a typed category immediately, because it is typed as a whole.
  convenience init(_ presenter: SearchPresenter) {
    func category(_ text: String) -> String { text.trimmingCharacters(in: .whitespacesAndNewlines) }
    let texts = presenter.texts
    self.init(
      .title(texts.searchTitle),
      .field("main", presenter.main, help: texts.main, print: { $0 }, parse: category),
      .field("second", presenter.second, help: texts.second, print: { $0 }, parse: category),
      .button("search", presenter.search, help: texts.search),
      .cancel(presenter.search, help: texts.cancelSearch),
      .busy(presenter.search.isExecuting),
      .label(texts.eventLabel, presenter.event),
      .label(texts.returnedLabel, presenter.returned),
      .button("message", presenter.message, help: texts.openMessage),
      .button("setting", presenter.setting, help: texts.openSetting),
      .button("about", presenter.about, help: texts.openAbout),
      .back(presenter.back),
      .alert(texts.alertTitle, presenter.alerts, button: texts.alertButton),
      .alert("", presenter.problems))
  }
}
