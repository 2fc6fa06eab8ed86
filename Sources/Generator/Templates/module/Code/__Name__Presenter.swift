import Foundation
import Signals
import VIPER

/// A row of the list.
package struct __Name__Row: Hashable, Sendable, Identifiable { package let id: UUID, text: String }

/// __description__
@MainActor package final class __Name__Presenter: Presenter {
  package let texts: __Name__Texts
  package let rows: Property<[__Name__Row]>
  /// The text in place of rows; empty while there are rows, or before the first answer.
  package let noRows: Property<String>
  /// The reason why the rows may be outdated; empty if they are current.
  package let loadProblem: Property<String>
  /// The typed text, which stays until it is added. A text that is typed in the meantime stays, too.
  package let text = MutableProperty("")
  #if INTERACTOR
    package let add: Command<Void, Void, __Name__Failure>
  #else
    package let add: Command<Void, Void, Never>
  #endif
  package let back: Command<Void, Void, RouteError>
  package let problems: Signal<String, Never>

  #if INTERACTOR
    package init(_ interactor: __Name__Interactor, _ router: Router<Never>) {
      let texts = __Name__Texts.of(router.environment.locale), text = text
      let list = Property(
        initial: (rows: [__Name__Row]?.none, problem: ""),
        then: router.resultsWhileFocused(interactor.rows).scan(into: (nil, "")) { list, result in
          switch result {
          case .success(let rows): list = (rows, "")
          case .failure(let failure): list.problem = failure.reason
          }
        })
      rows = list.map { $0.rows ?? [] }
      noRows = list.map { $0.rows?.isEmpty == true ? "(\(texts.noRows))" : "" }
      loadProblem = list.map(\.problem)
      add = Command(unless: text.map { $0.isBlank ? texts.textIsEmpty : nil }) {
        interactor.add(text.value).doCompleted { [added = text.value] in text.modify { if $0 == added { $0 = "" } } }
      }
      problems = add.failures.map(\.reason)
      (back, self.texts) = (Command(back: router), texts)
    }
  #else
    package init(_ router: Router<Never>) {
      let environment = router.environment, texts = __Name__Texts.of(environment.locale)
      let text = text, rows = MutableProperty<[__Name__Row]>([])
      (self.texts, self.rows, loadProblem) = (texts, rows.readOnly, Property(constant: ""))
      noRows = rows.map { $0.isEmpty ? "(\(texts.noRows))" : "" }
      add = .sync(unless: text.map { $0.isBlank ? texts.textIsEmpty : nil }) {
        rows.modify { $0.append(__Name__Row(id: environment.id(), text: text.value)) }
      }
      (problems, back) = (.empty, Command(back: router))
      add.completions.map { "" }.bind(to: text).stored(in: router.alive)
    }
  #endif
}

extension String {
  /// Whether the text has no visible character; a zero-width space, for example, is not visible.
  fileprivate var isBlank: Bool { trimmingCharacters(in: .whitespacesAndNewlines.union(.controlCharacters)).isEmpty }
}
