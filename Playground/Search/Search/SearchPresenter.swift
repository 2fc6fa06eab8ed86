import Foundation
import Language
import Signals
import VIPER

/// Asks for two categories, searches, and leads to everything else.
@MainActor package final class SearchPresenter: Presenter {
  package let title: Property<String>
  /// What was typed, as it was typed: a space may be followed by another word.
  package let main: MutableProperty<String>
  package let second: MutableProperty<String>
  /// Enabled while there are both categories.
  package let search: Command<Void, FoundPictures, SearchFailure>
  /// A value when nothing more is to be typed: the search starts.
  package let endEditing: Signal<Void, Never>
  /// What was found last, and Results was or will be pushed with.
  package let intentData: Property<FoundPictures?>
  /// The last event that other modules or the system sent.
  package let event: Property<String>
  /// What the message handed back.
  package let returned: Property<String>
  package let eventLabel: String, returnedLabel: String
  package let message: Command<Void, String, RouteError>
  package let setting: Command<Void, Never, RouteError>
  package let about: Command<Void, Never, RouteError>
  package let back: Command<Void, Void, RouteError>
  /// That the search failed, as an alert says it.
  package let alerts: Signal<String, Never>
  package let alertTitle: String, alertButton: String
  /// Why a screen did not open.
  package let problems: Signal<String, Never>

  private let show: Command<FoundPictures, Never, RouteError>
  /// What was found and is not shown yet: another screen may be on top when it comes.
  private let unseen = MutableProperty<FoundPictures?>(nil)
  private let router: Router<Never>

  package init(_ interactor: some SearchInteracting, router: Router<Never>) {
    self.router = router
    let texts = SearchTexts.of(router.environment.locale), language = Language.of(router.environment.locale)
    let main = MutableProperty(""), second = MutableProperty("")
    (self.main, self.second) = (main, second)
    let query = main.combine(second) { PictureQuery(main: $0, second: $1) }
    title = Property(constant: texts.searchTitle)
    let missing = query.map { query in
      query.main.isBlank ? texts.mainIsEmpty : query.second.isBlank ? texts.secondIsEmpty : nil
    }
    let search = Command<Void, FoundPictures, SearchFailure>(unless: missing) {
      interactor.search(query.value)
    }.traced("search", by: router)
    self.search = search
    endEditing = search.isExecuting.changes.filter { $0 }.map { _ in }
    // A terminal has no field to leave: there it can be seen in the trace.
    endEditing.traced("endEditing", by: router).start().stored(in: router.alive)
    intentData = Property(initial: nil, then: search.values.map(Optional.some))
    show = Command { router.push(.results, with: $0) }
    message = Command { router.present(.message) }
    setting = Command { router.push(.setting) }
    about = Command { router.push(.about) }
    back = router.back
    let heard = router.received(.loadData).map { texts.event("loadData", $0) }
    let notified = router.received(.startSearch).map { info in
      texts.event(
        "StartSearchNotification",
        info.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }.joined(separator: " "))
    }
    event = Property(initial: "", then: heard.merge(with: notified))
    returned = Property(initial: "", then: message.values)
    (eventLabel, returnedLabel) = (texts.eventLabel, texts.returnedLabel)
    alerts = search.failures.map { _ in texts.searchFailed }
    (alertTitle, alertButton) = (texts.alertTitle, texts.alertButton)
    problems = Signal.merge([show.failures, message.failures, setting.failures, about.failures]).map(language.text)
    search.values.map(Optional.some).bind(to: unseen).stored(in: router.alive)
  }

  package func willGainFocus() {
    unseen.signal.compactMap { $0 }.observeValues { [unseen, show] found in
      unseen.value = nil
      show.execute(found)
    }.stored(in: router.focused)
  }
}
