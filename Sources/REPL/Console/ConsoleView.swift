import Signals
import VIPER

/// A view for a terminal: nothing but its controls, in the order they are printed.
@MainActor public final class ConsoleView {
  let controls: [Control]
  /// Called when a region may have changed or something was said.
  var onChange: (() -> Void)?
  /// What its alerts said and nobody has printed yet. Heard from the start: a module may fail before it is shown.
  private(set) var said: [String] = []
  private let bindings = DisposeBag()
  // An order of its own: what waits for another view holds nothing up here.
  private let ui = UIScheduler()

  /// A view of the controls, from top to bottom.
  public convenience init(_ controls: Control...) { self.init(controls) }

  /// A view of the controls, from top to bottom.
  public init(_ controls: [Control]) {
    self.controls = controls
    for control in controls {
      control.alerts?.observe(on: ui) { [weak self] event in
        guard let self, let text = event.value else { return }
        said.append(Printable.line(text))
        onChange?()
      }.stored(in: bindings)
      control.changes?.observe(on: ui) { [weak self] event in
        if event.value != nil { self?.onChange?() }
      }.stored(in: bindings)
    }
  }

  /// What was said since the last time.
  func takeSaid() -> [String] {
    defer { said = [] }
    return said
  }

  var commands: [ConsoleCommand] { controls.flatMap(\.commands) }

  /// Whether its controls have begun something that is not over.
  var isBusy: Bool { controls.flatMap(\.works).contains(where: \.isUnderWay) }

  /// Ends what its controls have begun; false if nothing was under way.
  func cancel() -> Bool {
    let works = controls.flatMap(\.works).filter(\.isUnderWay)
    for work in works { work.cancel() }
    return !works.isEmpty
  }

  /// What the controls print that show how far something is.
  var live: [String] { controls.filter(\.isLive).flatMap { $0.region().compactMap(Printable.region) } }

  /// Whether it shows that it is busy.
  var showsBusy: Bool { controls.contains { $0.isBusy() } }

  /// What each control prints now.
  var regions: [[String]] { controls.map { $0.region().compactMap(Printable.region) } }
}

extension ConsoleView {
  /// The dialog of `router.confirm(…)`: the question, and what its two commands, `confirm` and `cancel`, mean here.
  public convenience init(_ presenter: ConfirmationPresenter) {
    let question = presenter.question
    self.init(
      .title(question.title), .label("", question.message), .label("confirm", question.confirm),
      .label("cancel", question.cancel), .button("confirm", presenter.confirm, help: question.confirm),
      .button("cancel", presenter.cancel, help: question.cancel))
  }
}

extension Module {
  /// The dialog of `router.confirm(…)`, in a terminal. An app that confirms has this among its modules.
  public static var confirmation: Module { .confirmation { ConsoleView($0) } }
}
