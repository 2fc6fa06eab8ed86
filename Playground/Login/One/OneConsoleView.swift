import REPL

extension ConsoleView {
  /// The login on a terminal. The password is a secret: it is never shown.
  convenience init(_ presenter: OnePresenter) {
    self.init(
      .title(presenter.title),
      .field("user", presenter.user),
      .field("password", presenter.password, secret: true),
      .button("login", presenter.login, because: presenter.loginProblem),
      .button("cancel", presenter.cancel, because: presenter.cancelProblem),
      .button("jump", presenter.jump),
      .button("back", presenter.back, because: presenter.backProblem),
      .busy(presenter.login.isExecuting),
      .alert(presenter.alertTitle, presenter.alerts, button: presenter.alertButton),
      .alert("", presenter.problems))
  }
}
