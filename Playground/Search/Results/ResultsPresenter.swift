import Foundation
import Language
import Signals
import VIPER

/// Lists what was found, page by page, and leads to the details.
@MainActor package final class ResultsPresenter: Presenter {
  /// A line of the list as it is shown.
  package struct Row: Hashable, Sendable {
    package let usrid: String
    package let title: String
    package let thumb: String
    package let cover: String
  }
  private struct Shown: Sendable {
    var found: FoundPictures
    /// The rows that the last page added.
    var added: Range<Int>?
  }
  package let title: Property<String>
  package let rows: Property<[Row]>
  /// The indexes of the rows that `more` added last, from 0; nil after a fresh start.
  package let added: Property<Range<Int>?>
  package let addedLabel: String
  /// What is shown in place of rows.
  package let noContent: String
  /// Adds the next page.
  package let more: Command<Void, Void, SearchFailure>
  /// Starts over: what pulling the list down does.
  package let refresh: Command<Void, Void, SearchFailure>
  package let isLoading: Property<Bool>
  /// Opens the details with typed input.
  package let open: Command<Row, Never, RouteError>
  /// Opens the same details by a link.
  package let follow: Command<Row, Void, RouteError>
  package let back: Command<Void, Void, RouteError>
  package let alerts: Signal<String, Never>
  package let alertTitle: String, alertButton: String
  package let problems: Signal<String, Never>

  private let router: Router<Never>

  package init(_ interactor: some ResultsInteracting, found: FoundPictures, router: Router<Never>) {
    let texts = SearchTexts.of(router.environment.locale), language = Language.of(router.environment.locale)
    let shown = MutableProperty(Shown(found: found))
    self.router = router
    title = Property(constant: texts.resultsTitle)
    rows = shown.map { shown in
      shown.found.pictures.map { Row(usrid: $0.usrid, title: $0.title, thumb: $0.thumb, cover: $0.cover) }
    }
    added = shown.map(\.added)
    (addedLabel, noContent) = (texts.addedLabel, texts.noPictures)
    let refresh = Command<Void, Void, SearchFailure> {
      interactor.refresh(shown.value.found).map { shown.value = Shown(found: $0) }
    }
    let reason = shown.combine(refresh.isExecuting) { shown, isRefreshing in
      isRefreshing ? texts.refreshing : shown.found.isComplete ? texts.noMorePictures : nil
    }
    let more = Command<Void, Void, SearchFailure>(unless: reason) {
      let before = shown.value.found
      return interactor.more(than: before).map { after in
        let isAdding = after.pictures.count > before.pictures.count
        shown.value = Shown(found: after, added: isAdding ? before.pictures.count..<after.pictures.count : nil)
      }
    }
    // A page that is under way belongs to the list that goes.
    refresh.isExecuting.changes.filter { $0 }.observeValues { _ in more.cancel() }.stored(in: router.alive)
    (self.more, self.refresh) = (more, refresh)
    isLoading = more.isExecuting.or(refresh.isExecuting)
    open = Command { router.push(.details, with: DetailsInput(usrid: $0.usrid)) }
    follow = Command { router.open(DetailsInput(usrid: $0.usrid).linkFromSearch) }
    back = router.back
    alerts = more.failures.merge(with: refresh.failures).map { _ in texts.searchFailed }
    (alertTitle, alertButton) = (texts.alertTitle, texts.alertButton)
    problems = open.failures.merge(with: follow.failures).map(language.text)
  }

  package func loaded() { router.send(.loadData, "SomeData", to: .modules(.search)).start() }
}
