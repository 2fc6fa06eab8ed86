/// One command that a control offers: what is typed, and what it does.
@MainActor struct ConsoleCommand {
  /// What is typed after the name.
  enum Argument: Sendable { case nothing, text, row }
  /// What the command says; an error begins with `!`.
  typealias Reply = [String]

  let name: String
  let argument: Argument
  /// Whether what is typed after the name is never to be shown.
  var isSecret = false
  let run: (_ argument: String, ConsoleTexts) -> Reply

  /// The command as it is written down: the same in every language.
  var usage: String { usage(in: .english) }

  /// The command as `help` shows it.
  func usage(in texts: ConsoleTexts) -> String {
    switch argument {
    case .nothing: name
    case .text: "\(name) \(texts.textToType)"
    case .row: "\(name) \(texts.rowToType)"
    }
  }
}
