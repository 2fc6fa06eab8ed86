import PlainText
import NamedCalls
import Signals
public import VIPER

/// A view for a terminal: a list of controls, in the order in which they are printed.
@MainActor public final class ConsoleView {
  private let fixed: [Control]
  private let screen: (any ReadScreen)?
  /// Called when a region may have changed, or after an alert.
  package var onChange: (() -> Void)?
  /// Alerts that are not printed yet. It observes them from the start: a module may fail before it is shown.
  package private(set) var alerts: [String] = []
  private let bindings = DisposeBag()
  // A queue of its own: events for another view do not delay those for this one.
  private let ui = UIScheduler()

  /// A view of the controls, from top to bottom.
  public convenience init(_ controls: Control...) { self.init(controls) }

  /// A view of the controls, from top to bottom.
  public init(_ controls: [Control]) {
    fixed = controls
    screen = nil
    let report = UnnamedWork.report
    for control in controls {
      control.alerts?.observe(on: ui) { [weak self] event in
        guard let self, let text = event.value else { return }
        alerts.append(Printable.line(text))
        onChange?()
      }.stored(in: bindings)
      control.changes?.doValue { _ in
        guard let report, !MainQueue.isCurrent, !report.hasNamedWork else { return }
        report.complain(
          "another thread changed the screen outside of a named call, \(report.place); a flow cannot wait for that: give the "
            + "work a name with session.calls.call(…)")
      }.observe(on: ui) { [weak self] event in
        if event.value != nil { self?.onChange?() }
      }.stored(in: bindings)
    }
  }

  /// A screen of a UI framework, read as controls of a console.
  package init(reading screen: any ReadScreen) { (fixed, self.screen) = ([], screen) }

  package var controls: [Control] { screen?.controls ?? fixed }

  /// Whether it changes without a notification, so that the console reads it each time.
  var isRead: Bool { screen != nil }

  func takeAlerts() -> [String] {
    defer { alerts = [] }
    return alerts + (screen?.takeAlerts().map { "! \(Printable.line($0))" } ?? [])
  }

  package var commands: [ConsoleCommand] { controls.flatMap(\.commands) }

  package var isBusy: Bool { controls.flatMap(\.works).contains(where: \.isUnderWay) }

  /// Cancels the work of its controls; false if none was under way.
  package func cancel() -> Bool {
    let works = controls.flatMap(\.works).filter(\.isUnderWay)
    for work in works { work.cancel() }
    return !works.isEmpty
  }

  var showsBusy: Bool { controls.contains { $0.isBusy() } }

  var regions: [[String]] { controls.map(\.lines) }
}

/// A screen of a UI framework that a console reads, again for each command.
@MainActor package protocol ReadScreen: AnyObject {
  var controls: [Control] { get }
  /// Takes the texts of the alerts that are up.
  func takeAlerts() -> [String]
}

extension ConsoleView {
  /// The dialog of `router.confirm(…)`: the question, and the meanings of its two commands, `confirm` and `cancel`.
  public convenience init(_ presenter: ConfirmationPresenter) {
    let question = presenter.question
    self.init(
      .title(question.title), .label("", question.message), .label("confirm", question.confirm),
      .label("cancel", question.cancel), .button("confirm", presenter.confirm, help: question.confirm),
      .button("cancel", presenter.cancel, help: question.cancel))
  }
}

extension Module {
  /// The dialog of `router.confirm(…)` in a terminal. An app that uses `confirm` adds this to its modules.
  public static var confirmation: Module { .confirmation { ConsoleView($0) } }
}
