import Signals

/// Executes a presenter's command by its typed name.
@MainActor struct ButtonPress<Input: Sendable, Output: Sendable, Failure: Error> {
  let name: String
  let command: Command<Input, Output, Failure>
  /// The reason why it is disabled, as its control gives it.
  var problem: Property<String?>?

  /// Executes the command, or refuses with a reason.
  func callAsFunction(_ input: Input, _ texts: ConsoleTexts) -> ConsoleCommand.Reply {
    if let obstacle = obstacle(texts) { return .refused(obstacle) }
    command.execute(input)
    return .done
  }

  /// The reason why it cannot execute now; nil if it can.
  func obstacle(_ texts: ConsoleTexts) -> String? {
    if command.isEnabled.value { return nil }
    let reason = problem?.value ?? command.disabledReason.value
    return reason == nil && command.isBusy ? texts.busy(name) : texts.disabled(name, reason)
  }
}
