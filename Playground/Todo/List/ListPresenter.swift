import Foundation
import Services
import Language
import Signals
import VIPER

/// Shows what is upcoming, and what can be done about it. Outputs are properties, inputs are commands.
@MainActor package final class ListPresenter: Presenter {
  package let title: Property<String>
  package let rows: Property<[ListRow]>
  /// What to show in place of rows; nil while there are some, or nobody knows.
  package let noContent: Property<String?>
  /// Why the rows are not those of now; nil when they are.
  package let loadProblem: Property<String?>
  /// Asks for the items again.
  package let load: Command<Void, [UpcomingItem], StoreFailure>
  /// Busy while the modal is up: there is no second one. Gives the new item's id, or just ends when it was cancelled.
  package let add: Command<Void, UUID, RouteError>
  package let complete: Command<ListRow, Void, StoreFailure>
  package let delete: Command<ListRow, Void, StoreFailure>
  package let undo: Command<Void, Void, StoreFailure>
  package let back: Command<Void, Void, RouteError>
  /// Why a change was not made, for the user.
  package let problems: Signal<String, Never>

  /// What the store answered.
  private struct List: Sendable {
    var rows: [ListRow] = []
    var isKnown = false
    var failure: StoreFailure?

    /// What was known stays when the store fails.
    func asked(_ answer: Result<[ListRow], StoreFailure>) -> List {
      switch answer {
      case .success(let rows): List(rows: rows, isKnown: true)
      case .failure(let failure): List(rows: rows, isKnown: isKnown, failure: failure)
      }
    }
  }
  private let daybreak: Signal<Void, Never>
  /// The items after each change that somebody else makes.
  private let changes: Signal<[UpcomingItem], StoreFailure>
  /// The items after the last of them that was heard, which is while the list is in focus.
  private let latest: MutableProperty<[UpcomingItem]?>
  private let router: Router<Never>

  package init(_ interactor: some ListInteracting, router: Router<Never>) {
    let environment = router.environment, texts = TodoTexts.of(environment.locale)
    let language = Language.of(environment.locale)
    self.router = router
    let daybreak = interactor.daybreak.share()
    self.daybreak = daybreak
    title = Property(constant: texts.listTitle)
    load = Command(policy: .latest) { interactor.upcoming() }
    let latest = MutableProperty<[UpcomingItem]?>(nil)
    self.latest = latest
    let answers = Signal.merge([
      load.values.map(Result.success), load.failures.map(Result.failure),
      latest.changes.compactMap { $0.map(Result.success) },
    ])
    let list = Property(
      initial: List(),
      then: answers.scan(List()) { list, answer in
        list.asked(answer.map { ListRow.rows($0, texts: texts, environment) })
      })
    rows = list.map(\.rows)
    noContent = list.map { $0.isKnown && $0.rows.isEmpty ? texts.noContent : nil }
    loadProblem = list.map { $0.failure.map(texts.storeFailure) }
    add = Command { router.present(.add) }
    complete = Command { interactor.complete($0.id) }
    delete = Command { interactor.delete($0.id) }
    undo = Command(unless: interactor.canUndo.map { $0 ? nil : texts.nothingToUndo }) { interactor.undo() }
    back = router.back

    // After the changes that are made here the list asks.
    let isChanging = complete.isExecuting.or(delete.isExecuting).or(undo.isExecuting)
    changes = daybreak.prepend(()).promoteFailure(to: StoreFailure.self)
      .flatMap(.latest) { [interactor] in interactor.changes }.filter { _ in !isChanging.value }
    let done = Signal.merge([complete.completions, delete.completions, undo.completions])
    let failed = Signal.merge([complete.failures, delete.failures, undo.failures])
    problems = failed.map(texts.storeFailure).merge(with: add.failures.map(language.text))
    done.bind(to: load).stored(in: router.alive)
  }

  package func willGainFocus() {
    // Coming back from the modal is gaining focus, too: what it has stored is asked for here.
    load.execute()
    daybreak.bind(to: load).stored(in: router.focused)
    changes.observe { [latest] event in
      // A store that can no longer be read is told by the next question.
      if case .value(let items) = event { latest.value = items }
    }.stored(in: router.focused)
  }
}
