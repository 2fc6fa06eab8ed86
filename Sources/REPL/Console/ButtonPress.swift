import Signals

/// A command of a presenter behind a name that is typed.
@MainActor struct ButtonPress<Input: Sendable, Output: Sendable, Failure: Error> {
  let name: String
  let command: Command<Input, Output, Failure>
  var problem: Property<String?>?
  /// Whether the command can be executed while it runs: seen once it could. Such a command is never busy.
  private let sharesRuns = MutableProperty(false)

  init(_ name: String, _ command: Command<Input, Output, Failure>, because problem: Property<String?>? = nil) {
    self.name = name
    self.command = command
    self.problem = problem
  }

  /// To be observed as long as the button is there: what it needs to tell disabled from busy.
  var changes: Signal<Void, Never> {
    command.isExecuting.signal.doNext { [isEnabled = command.isEnabled, sharesRuns] isExecuting in
      if isExecuting, isEnabled.value { sharesRuns.value = true }
    }.map { _ in }
  }

  /// Executes the command, or says why not.
  func callAsFunction(_ input: Input) -> ConsoleCommand.Reply {
    guard !command.isEnabled.value else {
      command.execute(input)
      return []
    }
    if let reason = problem?.value { return ["! \(name) is disabled: \(reason)"] }
    return ["! \(name) is \(command.isExecuting.value && !sharesRuns.value ? "busy" : "disabled")"]
  }
}
