/// One command that a control offers: what is typed, and what it does.
@MainActor struct ConsoleCommand {
  /// What the command says; an error begins with `!`.
  typealias Reply = [String]

  let name: String
  let argument: OfferedCommand.Argument
  /// Whether what is typed after the name is never to be shown.
  var isSecret = false
  let run: (_ argument: String, ConsoleTexts) -> Reply

  /// The command without what it does.
  var offered: OfferedCommand { OfferedCommand(name: name, argument: argument) }
}
