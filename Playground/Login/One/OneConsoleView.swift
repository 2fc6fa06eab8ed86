import REPL
import Signals

extension ConsoleView {
  convenience init(_ presenter: OnePresenter) {
    let texts = presenter.texts
    self.init(
      .title(texts.title),
      .field("user", presenter.user, help: texts.user),
      .field("password", presenter.password, secret: true, help: texts.password),
      .button("login", presenter.login, help: texts.login),
      .cancel(presenter.login, help: texts.cancel),
      .button("jump", presenter.jump, help: texts.jump),
      .back(presenter.back),
      .busy(presenter.login.isExecuting),
      .alert(texts.alertTitle, presenter.alerts, button: texts.alertButton),
      .alert("", presenter.problems))
  }
}
