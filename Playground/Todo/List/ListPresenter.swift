import Foundation
import Language
import Signals
import VIPER

/// A row of the list, ready for display: texts and an image's name.
package struct ListRow: Hashable, Sendable, Identifiable {
  package let id: UUID, section: String, image: String, title: String
  /// The weekday; empty for today.
  package let dueDay: String
}

/// Lists the upcoming items with their actions.
@MainActor package final class ListPresenter: Presenter {
  package let texts: TodoTexts
  package let rows: Property<[ListRow]>
  /// The text for an empty list; empty while there are rows or before the first load.
  package let noContent: Property<String>
  /// The reason why the rows may be outdated; empty if they are current.
  package let loadProblem: Property<String>
  package let isLoading: Property<Bool>
  /// Presents the add screen, and is busy until it closes. Delivers the new item's id, or completes without a value on cancel.
  package let add: Command<Void, UUID, RouteError>
  package let complete: Command<ListRow, Void, ListFailure>, delete: Command<ListRow, Void, ListFailure>
  package let undo: Command<Void, Void, ListFailure>
  package let back: Command<Void, Void, RouteError>
  /// The reasons why actions failed.
  package let problems: Signal<String, Never>

  /// The state of the list. The rows stay after a failure.
  private struct List: Sendable { var rows: [ListRow]?, isLoading = true, problem = "" }

  package init(_ interactor: ListInteractor, _ router: Router<Never>) {
    let environment = router.environment, texts = TodoTexts.of(environment.locale)
    self.texts = texts
    let upcoming = router.resultsWhileFocused(interactor.upcoming.map(Optional.some).prepend(nil))
    let list = Property(
      initial: List(),
      then: upcoming.scan(into: List()) { list, result in
        switch result {
        case .success(nil): list.isLoading = true
        case .success(let items?): list = List(rows: Self.rows(items, texts, environment), isLoading: false)
        case .failure(let failure): (list.isLoading, list.problem) = (false, texts.problem(failure))
        }
      })
    rows = list.map { $0.rows ?? [] }
    noContent = list.map { $0.rows?.isEmpty == true ? texts.noContent : "" }
    loadProblem = list.map(\.problem)
    isLoading = list.map(\.isLoading)
    add = Command { router.present(.add) }
    complete = Command { interactor.complete($0.id) }
    delete = Command { interactor.delete($0.id) }
    let reason = Property.combineLatest(interactor.canUndo, interactor.isChanging) { canUndo, isChanging in
      canUndo ? nil : isChanging ? texts.changing : texts.nothingToUndo
    }
    undo = Command(unless: reason) { interactor.undo() }
    back = Command(back: router)
    let failures = Signal.merge([complete.failures, delete.failures, undo.failures])
    problems = Signal.merge(failures.map(texts.problem), add.failures.map(Language.of(environment.locale).text))
  }

  /// The rows of `items`, sorted by section, by day and then by title.
  nonisolated package static func rows(
    _ items: [UpcomingItem], _ texts: TodoTexts, _ environment: AppEnvironment
  ) -> [ListRow] {
    let weekday = Date.FormatStyle(
      locale: environment.locale, calendar: environment.calendar, timeZone: environment.calendar.timeZone
    ).weekday(.wide)
    return items.sorted { left, right in
      (left.relation.rawValue, left.due, left.title) < (right.relation.rawValue, right.due, right.title)
    }.map { item in
      ListRow(
        id: item.id, section: texts.section(item.relation), image: image(item.relation), title: item.title,
        dueDay: item.relation == .today ? "" : item.due.formatted(weekday))
    }
  }

  nonisolated private static func image(_ relation: DueRelation) -> String {
    switch relation {
    case .outOfRange: "paper"
    case .today: "check"
    case .tomorrow: "alarm"
    case .laterThisWeek: "circle"
    case .nextWeek: "calendar"
    }
  }
}
