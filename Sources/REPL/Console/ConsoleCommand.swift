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
  let run: (String) -> Reply
  /// Ends what it started.
  var cancel: () -> Void = {}

  /// The command as `help` shows it.
  var usage: String {
    switch argument {
    case .nothing: name
    case .text: "\(name) TEXT"
    case .row: "\(name) N"
    }
  }
}
