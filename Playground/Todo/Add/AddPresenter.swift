import Foundation
import Language
import Signals
import VIPER

/// Asks for a name and a day. The input stays until it is stored or the screen is cancelled.
@MainActor package final class AddPresenter: Presenter {
  private struct Form: Sendable {
    var name = "", due: Date
    /// A rejected day before today; any other input clears it.
    var refused: Date?
  }
  package let texts: TodoTexts
  package let days: DayFormat
  /// The calendar of where the user is, who may travel.
  package let calendar: Property<Calendar>
  package let name: MutableProperty<String>
  /// The due day, from today on. An earlier day is rejected with a message, and the previous value stays.
  package let due: MutableProperty<Date>
  package let save: Command<Void, UUID, AddFailure>
  /// The reason why the fields are locked: input during saving would be lost.
  package let lock: Property<String?>
  package let cancel: Command<Void, Void, RouteError>
  package let problems: Signal<String, Never>

  package init(_ interactor: AddInteractor, _ router: Router<UUID>) {
    let environment = router.environment, texts = TodoTexts.of(environment.locale), days = DayFormat(environment, texts)
    let form = MutableProperty(Form(due: interactor.earliest))
    (self.texts, self.days) = (texts, days)
    calendar = Property(initial: environment.calendar, then: environment.days.map { _ in environment.calendar })
    name = form.lens(get: \.name) { $0 = Form(name: $1, due: $0.due) }
    due = form.lens(get: \.due) { form, day in
      let isOver = day < interactor.earliest
      form = Form(name: form.name, due: isOver ? form.due : day, refused: isOver ? day : nil)
    }
    save = Command(unless: name.map { $0.isBlank ? texts.nameIsEmpty : nil }) {
      interactor.add(form.value.name, due: form.value.due)
    }
    lock = save.isExecuting.map { $0 ? texts.saving : nil }
    cancel = Command(back: router)
    let refused = form.changes.compactMap(\.refused).map {
      texts.beforeToday(days.print($0), days.print(interactor.earliest))
    }
    let failed = save.failures.map { failure in
      switch failure {
      case .beforeToday: texts.beforeToday(days.print(form.value.due), days.print(interactor.earliest))
      case .store(let failure): texts.problem(failure)
      }
    }
    problems = Signal.merge(refused, failed)
    save.values.bind(to: router.finish)
  }
}
