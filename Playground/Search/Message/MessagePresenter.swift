import Signals
import VIPER

/// A modal that hands a text back when it is cancelled.
@MainActor package final class MessagePresenter: Presenter {
  package let title: Property<String>
  package let cancel: Command<Void, Void, RouteError>

  package init(_ router: Router<String>) {
    let texts = SearchTexts.of(router.environment.locale)
    title = Property(constant: texts.messageTitle)
    cancel = Command(finishing: router, with: texts.returned)
  }
}
