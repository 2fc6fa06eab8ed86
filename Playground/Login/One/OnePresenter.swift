import Language
import Signals
import VIPER

/// Asks who it is, and tells what became of it.
@MainActor package final class OnePresenter: Presenter {
  package let title: Property<String>
  package let user = MutableProperty("")
  package let password = MutableProperty("")
  /// Disabled while a field is empty, and from its start until its answer is delivered.
  package let login: Command<Void, LoggedIn, LoginFailure>
  /// Presents the other screen with a message.
  package let jump: Command<Void, Never, RouteError>
  package let back: Command<Void, Void, RouteError>
  /// What is said in an alert, and on it.
  package let alerts: Signal<String, Never>
  package let alertTitle: String, alertButton: String
  /// Why a screen did not open.
  package let problems: Signal<String, Never>

  package init(_ interactor: some OneInteracting, router: Router<Never>) {
    let texts = LoginTexts.of(router.environment.locale), language = Language.of(router.environment.locale)
    let user = user, password = password
    title = Property(constant: texts.title)
    let missing = user.combine(password) { user, password in
      user.isEmpty ? texts.userIsEmpty : password.isEmpty ? texts.passwordIsEmpty : nil
    }
    let login = Command<Void, LoggedIn, LoginFailure>(unless: missing) {
      interactor.login(user.value, password: password.value)
    }
    // By name only: what goes in and comes out of a command is never traced.
    self.login = login.traced("login", by: router)
    jump = Command { router.present(.two, with: texts.message) }
    back = router.back
    alerts = login.values.map(texts.success).merge(with: login.failures.map(texts.failure))
    (alertTitle, alertButton) = (texts.alertTitle, texts.alertButton)
    problems = jump.failures.map(language.text)
  }
}
