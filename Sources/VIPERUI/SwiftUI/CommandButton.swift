#if canImport(SwiftUI)
  public import Signals
  public import SwiftUI

  /// A button that executes a command, and is disabled while the command is. Its accessibility hint is the reason.
  ///
  ///     CommandButton("Save", presenter.save)
  public struct CommandButton<Label: View>: View {
    private let execute: @MainActor () -> Void
    private let label: Label
    @Observed private var state: ControlState

    /// - Parameters:
    ///   - command: the command that a tap executes.
    ///   - hint: the effect of the button, for the user.
    ///   - label: the label of the button.
    public init<O: Sendable, F: Error>(
      _ command: Command<Void, O, F>, hint: String? = nil, @ViewBuilder label: () -> Label
    ) {
      execute = { command.execute() }
      self.label = label()
      _state = Observed(command.state(for: hint))
    }

    /// The button.
    public var body: some View {
      Button(action: execute) { label }
        .disabled(!state.isEnabled)
        .accessibilityHint(state.hint ?? "")
    }
  }

  extension CommandButton where Label == Text {
    /// A button with a text as its label.
    public init<O: Sendable, F: Error>(_ title: String, _ command: Command<Void, O, F>, hint: String? = nil) {
      self.init(command, hint: hint) { Text(title) }
    }
  }

  extension View {
    /// Executes `command` when the user pulls the list down; the indicator is visible while the command runs.
    public func refreshable<O: Sendable, F: Error>(by command: Command<Void, O, F>) -> some View {
      refreshable {
        command.execute()
        _ = await command.isExecuting.signal.filter { !$0 }.firstValue()
      }
    }
  }
#endif
