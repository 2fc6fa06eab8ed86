import Foundation
import Language
import Signals
import VIPER

/// A line of the list as it is shown: texts and an image's name, nothing to compute with.
package struct ListRow: Hashable, Sendable, Identifiable {
  package let id: UUID, section: String, image: String, title: String
  /// The weekday; empty for today.
  package let dueDay: String
}

/// Shows what is upcoming, and what can be done about it.
@MainActor package final class ListPresenter: Presenter {
  package let texts: TodoTexts
  package let rows: Property<[ListRow]>
  /// What to show in place of rows; empty while there are some, or nothing is known.
  package let noContent: Property<String>
  /// Why the rows are not those of now; empty when they are.
  package let loadProblem: Property<String>
  package let isLoading: Property<Bool>
  /// Busy while the modal is up: there is no second one. Gives the new item's id, or just ends when it was cancelled.
  package let add: Command<Void, UUID, RouteError>
  package let complete: Command<ListRow, Void, ListFailure>, delete: Command<ListRow, Void, ListFailure>
  package let undo: Command<Void, Void, ListFailure>
  package let back: Command<Void, Void, RouteError>
  /// Why something was not done.
  package let problems: Signal<String, Never>

  /// What is known of the store; the rows stay when it fails.
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
    undo = Command(unless: interactor.canUndo.map { $0 ? nil : texts.nothingToUndo }) { interactor.undo() }
    back = router.back
    let failures = Signal.merge([complete.failures, delete.failures, undo.failures])
    problems = failures.map(texts.problem).merge(with: add.failures.map(Language.of(environment.locale).text))
  }

  /// The rows of `items`: in sections, in each by day and then by title.
  nonisolated package static func rows(
    _ items: [UpcomingItem], _ texts: TodoTexts, _ environment: AppEnvironment
  ) -> [ListRow] {
    let images = ["paper", "check", "alarm", "circle", "calendar"]
    let weekday = Date.FormatStyle(
      locale: environment.locale, calendar: environment.calendar, timeZone: environment.calendar.timeZone
    ).weekday(.wide)
    return items.sorted { left, right in
      (left.relation.rawValue, left.due, left.title) < (right.relation.rawValue, right.due, right.title)
    }.map { item in
      ListRow(
        id: item.id, section: texts.sections[item.relation.rawValue], image: images[item.relation.rawValue],
        title: item.title, dueDay: item.relation == .today ? "" : item.due.formatted(weekday))
    }
  }
}
