/// One command that a control offers: what is typed, and what it does.
@MainActor struct ConsoleCommand {
  /// What became of a command that was typed.
  enum Reply {
    case done
    /// The app does not do it now; why.
    case refused(String)
    /// What was typed means nothing here; why.
    case mistake(String)

    /// What is said to it, on a line.
    var line: String? {
      switch self {
      case .done: nil
      case .refused(let text), .mistake(let text): "! " + text
      }
    }
  }

  let name: String
  let argument: OfferedCommand.Argument
  /// Whether what is typed after the name is never to be shown.
  var isSecret = false
  /// What it does, as its control declares it.
  var help: ((ConsoleTexts) -> String)?
  /// Where its control is declared.
  let place: SourcePlace
  /// How it is at the moment: a value, which rows there are, why it is disabled.
  var state: (ConsoleTexts) -> String? = { _ in nil }
  let run: (_ argument: String, ConsoleTexts) -> Reply

  /// The command without what it does.
  var offered: OfferedCommand { OfferedCommand(name: name, argument: argument) }
}

/// A command as a screen declares it: what may be typed, apart from doing it.
package struct OfferedCommand: Codable, Hashable, Sendable {
  /// What is typed after the name.
  enum Argument: String, Codable, Sendable { case nothing, text, row }

  let name: String
  let argument: Argument

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
