import Language
import Signals
import VIPER

/// Two tabs, and a way from one to the other.
@MainActor package final class SettingPresenter: Presenter {
  package let texts: SearchTexts
  package let timer: Command<Void, Void, RouteError>
  package let language: Command<Void, Void, RouteError>
  package let back: Command<Void, Void, RouteError>
  package let problems: Signal<String, Never>
  private let router: Router<Never>

  package init(_ router: Router<Never>) {
    self.router = router
    texts = SearchTexts.of(router.environment.locale)
    timer = Command { router.select(.timer) }
    language = Command { router.select(.language) }
    back = router.back
    problems = timer.failures.merge(with: language.failures).map(Language.of(router.environment.locale).text)
  }

  package func loaded() {
    router.tab(.timer).start().stored(in: router.alive)
    router.tab(.language).start().stored(in: router.alive)
  }
}
