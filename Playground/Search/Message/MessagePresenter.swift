import Signals
import VIPER

/// A modal that hands a text back when it is cancelled.
@MainActor package final class MessagePresenter: Presenter {
  package let title: Property<String>
  package let cancel: Command<Void, Void, RouteError>

  package init(_ router: Router<String>) {
    let texts = SearchTexts.of(router.environment.locale)
    title = Property(constant: texts.messageTitle)
    cancel = Command { router.finish.apply(texts.returned).unwrapped }
  }
}

extension Signal where Failure == CommandError<RouteError> {
  /// The failure of the work; a command that is disabled does nothing.
  fileprivate var unwrapped: Signal<Value, RouteError> {
    `catch` { error in
      if case .failed(let failure) = error { .fail(failure) } else { .empty }
    }
  }
}
