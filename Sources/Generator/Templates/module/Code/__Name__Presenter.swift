import Signals
import VIPER

/// __description__
@MainActor package final class __Name__Presenter: Presenter {
  package let title: Property<String>
  package let rows: Property<[__Name__Row]>
  /// What to show in place of rows; empty while there are some, or nobody knows.
  package let noRows: Property<String>
  /// What was typed; it stays until it is added.
  package let text = MutableProperty("")
  #if INTERACTOR
    /// Asks for the rows again.
    package let load: Command<Void, [__Name__Row], __Name__Failure>
    package let add: Command<Void, Void, __Name__Failure>
  #else
    package let add: Command<Void, Void, Never>
  #endif
  package let back: Command<Void, Void, RouteError>

  #if INTERACTOR
    /// What went wrong, for the user.
    package let problems: Signal<String, Never>

    package init(_ interactor: some __Name__Interacting, router: Router<Never>) {
      let texts = __Name__Texts.of(router.environment.locale), text = text
      title = Property(constant: texts.title)
      load = Command(policy: .latest) { interactor.rows() }
      let known = Property<[__Name__Row]?>(initial: nil, then: load.values.map(Optional.some))
      rows = known.map { $0 ?? [] }
      noRows = known.map { $0?.isEmpty == true ? "(\(texts.noRows))" : "" }
      let isEmpty = text.map { $0.isBlank ? texts.textIsEmpty : nil }
      add = Command(unless: isEmpty) { interactor.add(text.value) }
      back = router.back
      problems = load.failures.merge(with: add.failures).map(\.reason)
      add.completions.bind(to: load).stored(in: router.alive)
      add.completions.map { "" }.bind(to: text).stored(in: router.alive)
    }

    package func willGainFocus() { load.execute() }
  #else
    package init(_ router: Router<Never>) {
      let environment = router.environment, texts = __Name__Texts.of(environment.locale)
      let text = text, rows = MutableProperty<[__Name__Row]>([])
      title = Property(constant: texts.title)
      self.rows = rows.readOnly
      noRows = rows.map { $0.isEmpty ? "(\(texts.noRows))" : "" }
      let isEmpty = text.map { $0.isBlank ? texts.textIsEmpty : nil }
      add = Command(unless: isEmpty) {
        rows.modify { $0.append(__Name__Row(id: environment.id(), text: text.value)) }
      }
      back = router.back
      add.completions.map { "" }.bind(to: text).stored(in: router.alive)
    }
  #endif
}

extension String {
  /// Whether there is nothing to see in it, characters without a shape such as a zero-width space included.
  fileprivate var isBlank: Bool {
    unicodeScalars.allSatisfy { scalar in
      let properties = scalar.properties
      return properties.isWhitespace || properties.isDefaultIgnorableCodePoint || properties.generalCategory == .control
        // The braille pattern without dots.
        || scalar == "\u{2800}"
    }
  }
}
