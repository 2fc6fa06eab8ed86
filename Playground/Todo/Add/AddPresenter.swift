import Foundation
import Language
import Services
import Signals
import VIPER

/// Asks for a name and a day; both stay as typed until they are stored or the screen is cancelled. While they are being saved
/// nothing can be typed: it would be lost.
@MainActor package final class AddPresenter: Presenter {
  /// What was typed.
  private struct Form: Sendable {
    var name = ""
    var due: Date
    /// Set by a choice of a day that is over, and cleared by every other input.
    var refused: Date?
  }

  package let title: Property<String>
  package let name: MutableProperty<String>
  /// Takes a day from today on; another one is refused with a message, and the one before stays.
  package let due: MutableProperty<Date>
  /// The first day that can be chosen, for a view that has a picker.
  package let earliest: Date
  package let save: Command<Void, UUID, AddFailure>
  /// Why the name and the day cannot be changed: they are being saved. Nil while they can.
  package let lock: Property<String?>
  package let cancel: Command<Void, Void, RouteError>
  /// What went wrong, for the user.
  package let problems: Signal<String, Never>

  package init(_ interactor: some AddInteracting, router: Router<UUID>) {
    let environment = router.environment, texts = TodoTexts.of(environment.locale)
    let form = MutableProperty(Form(due: interactor.earliest))
    title = Property(constant: texts.addTitle)
    earliest = interactor.earliest
    name = form.lens(get: \.name) { form, name in
      form.name = name
      form.refused = nil
    }
    due = form.lens(get: \.due) { form, due in
      if interactor.isAllowed(due) { form.due = due }
      form.refused = interactor.isAllowed(due) ? nil : due
    }
    save = Command(unless: name.map { $0.isBlank ? texts.nameIsEmpty : nil }) {
      interactor.add(form.value.name, due: form.value.due)
    }
    lock = save.isExecuting.map { $0 ? texts.saving : nil }
    cancel = router.back

    let day = DayFormat(environment.calendar, texts: texts)
    let refused = form.changes.compactMap(\.refused).map { [interactor] date in
      texts.beforeToday(day.print(date), day.print(interactor.earliest))
    }
    let failed = save.failures.map { [interactor] failure in
      switch failure {
      case .beforeToday: texts.beforeToday(day.print(form.value.due), day.print(interactor.earliest))
      case .store(let failure): texts.storeFailure(failure)
      }
    }
    problems = refused.merge(with: failed)
    save.values.bind(to: router.finish).stored(in: router.alive)
  }
}
