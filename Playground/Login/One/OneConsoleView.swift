import Language
import REPL

extension ConsoleView {
  /// The login on a terminal. The password is a secret: it is never shown.
  convenience init(_ presenter: OnePresenter, help: LoginTexts.Help, _ language: Language) {
    self.init(
      .title(presenter.title),
      .field("user", presenter.user, help: help.user),
      .field("password", presenter.password, secret: true, help: help.password),
      .button("login", presenter.login, because: presenter.loginProblem, help: help.login),
      .button("cancel", presenter.cancel, because: presenter.cancelProblem, help: help.cancel),
      .button("jump", presenter.jump, help: help.jump),
      .button("back", presenter.back, because: presenter.backProblem, help: language.backHelp),
      .busy(presenter.login.isExecuting),
      .alert(presenter.alertTitle, presenter.alerts, button: presenter.alertButton),
      .alert("", presenter.problems))
  }
}
