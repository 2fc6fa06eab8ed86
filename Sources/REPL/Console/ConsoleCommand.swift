import Signals

/// One command that a control offers: what is typed, and what it does.
@MainActor struct ConsoleCommand {
  /// What is typed after the name.
  enum Argument { case nothing, text, row }
  /// What the command says; an error begins with `!`.
  typealias Reply = [String]

  let name: String
  let argument: Argument
  /// Whether what is typed after the name is never to be shown.
  var isSecret = false
  let run: (String) -> Reply

  /// The command as `help` shows it.
  var usage: String {
    switch argument {
    case .nothing: name
    case .text: "\(name) TEXT"
    case .row: "\(name) N"
    }
  }

  static func button<Input: Sendable, O: Sendable, F: Error>(
    _ name: String, _ command: Command<Input, O, F>, _ input: Input, because problem: Property<String?>? = nil
  ) -> Reply {
    guard !command.isEnabled.value else {
      command.execute(input)
      return []
    }
    if let reason = problem?.value { return ["! \(name) is disabled: \(reason)"] }
    return ["! \(name) is \(command.isExecuting.value ? "busy" : "disabled")"]
  }
}
