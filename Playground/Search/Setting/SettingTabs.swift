import Language
import Signals
import VIPER

/// The commands that select the two tabs. A screen of tabs needs no presenter: it has nothing to compute.
@MainActor package final class SettingTabs {
  let texts: SearchTexts
  let timer: Command<Void, Void, RouteError>
  let language: Command<Void, Void, RouteError>
  let back: Command<Void, Void, RouteError>
  /// The reasons why a tab was not shown.
  let problems: Signal<String, Never>

  init(_ router: Router<Never>) {
    let locale = router.environment.locale
    texts = SearchTexts.of(locale)
    timer = Command { router.select(.timer) }
    language = Command { router.select(.language) }
    back = Command(back: router)
    problems = Signal.merge(timer.failures, language.failures).map(Language.of(locale).text)
  }
}
