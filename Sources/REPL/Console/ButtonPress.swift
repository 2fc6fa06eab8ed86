import Signals

/// A command of a presenter behind a name that is typed.
@MainActor struct ButtonPress<Input: Sendable, Output: Sendable, Failure: Error> {
  let name: String
  let command: Command<Input, Output, Failure>
  /// Why it is disabled, as its control says it.
  var problem: Property<String?>?

  /// Executes the command, or says why not.
  func callAsFunction(_ input: Input, _ texts: ConsoleTexts) -> ConsoleCommand.Reply {
    if let obstacle = obstacle(texts) { return .refused(obstacle) }
    command.execute(input)
    return .done
  }

  /// Why it cannot be executed now; nil if it can.
  func obstacle(_ texts: ConsoleTexts) -> String? {
    if command.isEnabled.value { return nil }
    let reason = problem?.value ?? command.disabledReason.value
    return reason == nil && command.isBusy ? texts.busy(name) : texts.disabled(name, reason)
  }
}
