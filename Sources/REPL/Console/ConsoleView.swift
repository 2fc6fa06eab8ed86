import Signals

/// A view for a terminal: nothing but its controls, in the order they are printed.
@MainActor public final class ConsoleView {
  let controls: [Control]
  /// Called when a region may have changed or something was said.
  var onChange: (() -> Void)?
  /// What its alerts said and nobody has printed yet. Heard from the start: a module may fail before it is shown.
  private var said: [String] = []
  private let bindings = DisposeBag()

  /// A view of the controls, from top to bottom.
  public init(_ controls: Control...) {
    self.controls = controls
    for control in controls {
      control.alerts.bind(to: self) { view, text in
        view.said.append(Printable.line(text))
        view.onChange?()
      }.stored(in: bindings)
      control.changes.bind(to: self) { view, _ in view.onChange?() }.stored(in: bindings)
    }
  }

  /// What was said since the last time.
  func takeSaid() -> [String] {
    defer { said = [] }
    return said
  }

  /// What views offer to be typed, apart from doing it.
  struct Declaration: Sendable {
    struct Command: Sendable {
      let name: String
      let usage: String
      let argument: ConsoleCommand.Argument
    }
    let commands: [Command]

    @MainActor init(of views: [ConsoleView]) {
      commands = views.flatMap(\.commands).map { Command(name: $0.name, usage: $0.usage, argument: $0.argument) }
    }
  }

  var commands: [ConsoleCommand] { controls.flatMap(\.commands) }

  /// What each control prints now.
  var regions: [[String]] { controls.map { $0.region().map(Printable.region) } }
}
