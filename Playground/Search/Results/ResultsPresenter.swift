import Language
import Signals
import VIPER

/// Lists the found pictures, page by page, and opens their details.
@MainActor package final class ResultsPresenter: Presenter {
  private struct Shown: Sendable {
    var found: FoundPictures
    /// The rows that the last page added.
    var added: Range<Int>?
  }
  package let texts: SearchTexts
  package let rows: Property<[Picture]>
  /// The indexes of the rows that `more` added last, from 0; nil after a fresh start.
  package let added: Property<Range<Int>?>
  /// Adds the next page.
  package let more: Command<Void, Void, SearchFailure>
  /// Starts over with the first page, as pulling the list down does.
  package let refresh: Command<Void, Void, SearchFailure>
  package let isLoading: Property<Bool>
  /// Opens the details with typed input.
  package let open: Command<Picture, Never, RouteError>
  /// Opens the same details by a link.
  package let follow: Command<Picture, Void, RouteError>
  package let back: Command<Void, Void, RouteError>
  /// The failures to load a page.
  package let alerts: Signal<String, Never>
  /// The reasons why the details did not open.
  package let problems: Signal<String, Never>
  private let router: Router<Never>

  package init(_ interactor: some SearchInteracting, _ found: FoundPictures, _ router: Router<Never>) {
    let locale = router.environment.locale, texts = SearchTexts.of(locale)
    let shown = MutableProperty(Shown(found: found))
    (self.texts, self.router) = (texts, router)
    rows = shown.map(\.found.pictures)
    added = shown.map(\.added)
    let refresh = Command {
      interactor.more(than: FoundPictures(query: shown.value.found.query)).map { shown.value = Shown(found: $0) }
    }
    let reason = Property.combineLatest(shown, refresh.isExecuting) { shown, isRefreshing in
      isRefreshing ? texts.refreshing : shown.found.isComplete ? texts.noMorePictures : nil
    }
    let more = Command(unless: reason) {
      let before = shown.value.found
      return interactor.more(than: before).map { after in
        let added = before.pictures.count..<after.pictures.count
        shown.value = Shown(found: after, added: added.isEmpty ? nil : added)
      }
    }
    // A page that is loading belongs to the old list.
    refresh.isExecuting.changes.filter { $0 }.observeValues { _ in more.cancel() }.stored(in: router.alive)
    (self.more, self.refresh, isLoading) = (more, refresh, more.isExecuting.or(refresh.isExecuting))
    open = Command { router.push(.details, with: DetailsInput(usrid: $0.usrid)) }
    follow = Command { router.open(DetailsInput(usrid: $0.usrid).link) }
    back = Command(back: router)
    alerts = Signal.merge(more.failures, refresh.failures).map { _ in texts.searchFailed }
    problems = Signal.merge(open.failures, follow.failures).map(Language.of(locale).text)
  }

  package func loaded() { router.send(.loadData, "SomeData", to: .modules(.search)).start() }
}
