import REPL

extension ConsoleView {
  /// The login on a terminal. The password is a secret: it is never shown.
  convenience init(_ presenter: OnePresenter, help: LoginTexts.Help) {
    self.init(
      .title(presenter.title),
      .field("user", presenter.user, help: help.user),
      .field("password", presenter.password, secret: true, help: help.password),
      .button("login", presenter.login, help: help.login),
      .cancel(presenter.login, help: help.cancel),
      .button("jump", presenter.jump, help: help.jump),
      .back(presenter.back),
      .busy(presenter.login.isExecuting),
      .alert(presenter.alertTitle, presenter.alerts, button: presenter.alertButton),
      .alert("", presenter.problems))
  }
}
