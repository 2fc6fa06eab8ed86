import Foundation
import Services
import Signals
import VIPER

/// Shows what is upcoming, and what can be done about it. Outputs are properties, inputs are commands.
@MainActor package final class ListPresenter: Presenter {
  package let title: Property<String>
  package let rows: Property<[ListRow]>
  /// What to show in place of rows when there are none.
  package let noContent: String
  /// Asks for the items again.
  package let load: Command<Void, [UpcomingItem], StoreFailure>
  /// Busy while the modal is up: there is no second one. Gives the new item's id, or just ends when it was cancelled.
  package let add: Command<Void, UUID, RouteError>
  package let complete: Command<ListRow, Void, StoreFailure>
  package let delete: Command<ListRow, Void, StoreFailure>
  package let undo: Command<Void, Void, StoreFailure>
  /// Why `undo` is disabled.
  package let undoProblem: Property<String?>
  /// What went wrong, for the user.
  package let problems: Signal<String, Never>

  private let daybreak: Signal<Void, Never>
  private let router: Router<Never>

  package init(_ interactor: some ListInteracting, router: Router<Never>) {
    let environment = router.environment, texts = Texts.of(environment.locale)
    self.router = router
    daybreak = interactor.daybreak
    title = Property(constant: texts.listTitle)
    noContent = texts.noContent
    load = Command(policy: .latest) { interactor.upcoming() }
    rows = Property(
      initial: [],
      then: load.values.map {
        ListRow.rows($0, texts: texts, calendar: environment.calendar, locale: environment.locale)
      })
    add = Command { router.present(.add) }
    complete = Command { interactor.complete($0.id) }
    delete = Command { interactor.delete($0.id) }
    undo = Command(enabledIf: interactor.canUndo) { interactor.undo() }
    undoProblem = interactor.canUndo.map { $0 ? nil : texts.nothingToUndo }

    let changed = Signal.merge([complete.completions, delete.completions, undo.completions])
    let failed = Signal.merge([load.failures, complete.failures, delete.failures, undo.failures])
    problems = failed.map(texts.storeFailure).merge(with: add.failures.map { "\($0)" })
    changed.bind(to: load).stored(in: router.alive)
  }

  package func willGainFocus() {
    // Coming back from the modal is gaining focus, too: what it has stored is asked for here.
    load.execute()
    daybreak.bind(to: load).stored(in: router.focused)
  }
}
