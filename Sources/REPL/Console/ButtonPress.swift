import Signals

/// A command of a presenter behind a name that is typed.
@MainActor struct ButtonPress<Input: Sendable, Output: Sendable, Failure: Error> {
  let name: String
  let command: Command<Input, Output, Failure>
  var problem: Property<String?>?

  /// Executes the command, or says why not.
  func callAsFunction(_ input: Input) -> ConsoleCommand.Reply {
    if command.isEnabled.value {
      command.execute(input)
      return []
    }
    if let reason = problem?.value { return ["! \(name) is disabled: \(reason)"] }
    return ["! \(name) is \(command.isBusy ? "busy" : "disabled")"]
  }
}
