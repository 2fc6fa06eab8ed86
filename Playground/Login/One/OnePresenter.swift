import Language
import Signals
import VIPER

@MainActor package final class OnePresenter: Presenter {
  package let texts: LoginTexts
  package let user = MutableProperty(""), password = MutableProperty("")
  /// Disabled while a field is empty, and from its start until its answer is delivered.
  package let login: Command<Void, LoggedIn, LoginFailure>
  /// Presents the other screen with a message.
  package let jump: Command<Void, Never, RouteError>
  package let back: Command<Void, Void, RouteError>
  /// The results of the login.
  package let alerts: Signal<String, Never>
  /// The reasons why a screen did not open.
  package let problems: Signal<String, Never>

  package init(_ interactor: OneInteractor, _ router: Router<Never>) {
    let locale = router.environment.locale, texts = LoginTexts.of(locale), user = user, password = password
    self.texts = texts
    let missing = Property.combineLatest(user, password) { user, password in
      user.isEmpty ? texts.userIsEmpty : password.isEmpty ? texts.passwordIsEmpty : nil
    }
    // Traced by name only: a trace shows neither the input nor the output of a command.
    login = Command(unless: missing) { interactor.login(user.value, password: password.value) }.traced(
      "login", by: router)
    jump = Command { router.present(.two, with: texts.message) }
    back = Command(back: router)
    alerts = Signal.merge(login.values.map(texts.success), login.failures.map(texts.failure))
    problems = jump.failures.map(Language.of(locale).text)
  }
}
