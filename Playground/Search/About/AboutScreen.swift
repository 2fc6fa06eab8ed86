import Foundation
import Language
import REPL
import Signals
import VIPER

/// A screen without VIPER layers: one object with state, view and commands. It only needs a router to work among modules.
@MainActor package final class AboutScreen {
  package let view: ConsoleView
  let texts: SearchTexts
  /// The text that the message returned.
  let status = MutableProperty("")
  let message: Command<Void, String, RouteError>
  let send: Command<Void, Void, RouteError>
  let notify: Command<Void, Void, Never>
  let back: Command<Void, Void, RouteError>
  let problems: Signal<String, Never>

  package init(_ router: Router<Never>) {
    let locale = router.environment.locale, texts = SearchTexts.of(locale)
    let notifications = router.environment.notifications, status = status
    let message = Command<Void, String, RouteError> { router.present(.message).doValue { status.value = $0 } }
    let send = Command<Void, Void, RouteError> { router.send(.loadData, "about", to: .modules(.search)) }
    let notify = Command.sync {
      notifications.post(name: .startSearch, object: nil, userInfo: ["key": "value"])
    }
    let problems = Signal.merge(message.failures, send.failures).map(Language.of(locale).text)
    (self.texts, self.message, self.send, self.notify) = (texts, message, send, notify)
    (back, self.problems) = (Command(back: router), problems)
    view = ConsoleView(
      .title(texts.aboutTitle),
      .label("", texts.about),
      .label(texts.returnedLabel, status),
      .button("message", message, help: texts.openMessage),
      .button("send", send, help: texts.send),
      .button("notify", notify, help: texts.notify),
      .back(router),
      .alert("", problems))
  }
}
