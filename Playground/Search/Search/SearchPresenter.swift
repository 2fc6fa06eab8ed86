import Language
import Signals
import VIPER

/// Asks for two categories, searches, and opens the other screens.
@MainActor package final class SearchPresenter: Presenter {
  package let texts: SearchTexts
  /// The texts as typed. A space at the end stays, because another word may follow.
  package let main = MutableProperty(""), second = MutableProperty("")
  /// Enabled while both categories have text.
  package let search: Command<Void, FoundPictures, SearchFailure>
  /// Sends a value when the search starts, so that a view ends editing.
  package let endEditing: Signal<Void, Never>
  /// The last found pictures, which are the input of Results.
  package let intentData: Property<FoundPictures?>
  /// The last event from other modules or the system.
  package let event: Property<String>
  /// The text that the message returned.
  package let returned: Property<String>
  package let message: Command<Void, String, RouteError>
  package let setting: Command<Void, Never, RouteError>
  package let about: Command<Void, Never, RouteError>
  package let back: Command<Void, Void, RouteError>
  /// The failures of the search.
  package let alerts: Signal<String, Never>
  /// The reasons why a screen did not open.
  package let problems: Signal<String, Never>

  package init(_ interactor: some SearchInteracting, _ router: Router<Never>) {
    let locale = router.environment.locale, texts = SearchTexts.of(locale)
    self.texts = texts
    let query = Property.combineLatest(main, second) { PictureQuery(main: $0, second: $1) }
    let missing = query.map { query in
      query.main.isBlank ? texts.mainIsEmpty : query.second.isBlank ? texts.secondIsEmpty : nil
    }
    search = Command(unless: missing) { interactor.more(than: FoundPictures(query: query.value)) }.traced(
      "search", by: router)
    endEditing = search.isExecuting.changes.filter { $0 }.map { _ in }
    // A terminal has no focused field, so the trace shows this event.
    endEditing.traced("endEditing", by: router).start().stored(in: router.alive)
    intentData = Property(initial: nil, then: search.values.map(Optional.some))
    message = Command { router.present(.message) }
    setting = Command { router.push(.setting) }
    about = Command { router.push(.about) }
    back = Command(back: router)
    let heard = router.received(.loadData).map { texts.event("loadData", $0) }
    let notified = router.received(.startSearch).map { info in
      texts.event(
        "StartSearchNotification",
        info.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }.joined(separator: " "))
    }
    event = Property(initial: "", then: Signal.merge(heard, notified))
    returned = Property(initial: "", then: message.values)
    alerts = search.failures.map { _ in texts.searchFailed }

    let show = Command<FoundPictures, Never, RouteError> { router.push(.results, with: $0) }
    problems = Signal.merge([show.failures, message.failures, setting.failures, about.failures])
      .map(Language.of(locale).text)
    // If another screen is on top when the pictures arrive, the results wait until this one has focus again.
    let unseen = MutableProperty<FoundPictures?>(nil)
    search.values.map(Optional.some).bind(to: unseen).stored(in: router.alive)
    router.whileFocused(unseen.signal).compactMap { $0 }.observeValues { found in
      unseen.value = nil
      show.execute(found)
    }.stored(in: router.alive)
  }
}
