import Foundation
import REPL
import Signals
import VIPER

@MainActor final class AddPresenter: Presenter {
  let name = MutableProperty("")
  let due: MutableProperty<String>
  let save: Command<Void, Entry, CallFailure>
  let cancel: Command<Void, Void, RouteError>

  init(_ router: Router<Entry>, _ calls: Calls) {
    let today = router.environment.calendar.dateComponents([.year, .month, .day], from: router.environment.now())
    let due = MutableProperty(String(format: "%04d-%02d-%02d", today.year ?? 0, today.month ?? 0, today.day ?? 0))
    let name = name
    self.due = due
    save = Command(unless: name.map { Self.isBlank($0) ? "name is empty" : nil }) {
      calls.call("store.save", .just(()), failure: CallFailure.init).map { Entry(name: name.value, due: due.value) }
    }
    cancel = Command(back: router)
    save.values.bind(to: router.finish)
  }

  private nonisolated static func isBlank(_ name: String) -> Bool {
    name.unicodeScalars.allSatisfy { $0.properties.isWhitespace || $0.properties.isDefaultIgnorableCodePoint }
  }
}

extension ConsoleView {
  convenience init(_ presenter: AddPresenter) {
    self.init(
      .title("Add"), .field("name", presenter.name, help: "what is to be done"),
      .field("due", presenter.due),
      .button("save", presenter.save, help: "stores it"),
      .button("cancel", presenter.cancel),
      .alert("", presenter.save.failures.map(\.text)))
  }
}
