import Foundation
import REPL
import Signals
import VIPER

/// A screen without VIPER layers, as an app has that is not made of them: one object that keeps its state, draws itself and
/// acts on what is typed. Beside a router it needs nothing to live among modules.
@MainActor final class AboutScreen {
  let view: ConsoleView

  init(_ router: Router<Never>) {
    let texts = SearchTexts.of(router.environment.locale), notifications = router.environment.notifications
    let status = MutableProperty("")
    let message = Command<Void, String, RouteError> {
      router.present(.message).doNext { status.value = $0 }
    }
    let send = Command<Void, Void, RouteError> { router.send(.loadData, "about", to: .modules(.search)) }
    let notify = Command<Void, Void, Never> {
      .deferred { .just(notifications.post(name: .startSearch, object: nil, userInfo: ["key": "value"])) }
    }
    view = ConsoleView(
      .title(Property(constant: texts.aboutTitle)),
      .label("", Property(constant: texts.about)),
      .label("returned", status.readOnly),
      .button("message", message),
      .button("send", send),
      .button("notify", notify),
      .button("back", router.back),
      .alert("", message.failures.merge(with: send.failures).map { "\($0)" }))
  }
}
