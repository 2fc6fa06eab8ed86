import Signals

/// A command of a control: its name, its argument and its effect.
@MainActor package struct ConsoleCommand {
  let name: String
  let argument: OfferedCommand.Argument
  /// Whether the argument must never be shown.
  var isSecret = false
  /// The description of its effect, as its control declares it. Most controls declare none, and then it allocates nothing.
  var help: ((ConsoleTexts) -> String)?
  /// Where its control is declared. Converted to text on demand, because each control of each screen has it.
  let source: (file: StaticString, line: UInt)
  /// Why it is disabled; nil if it is enabled.
  var obstacle: () -> Obstacle? = { nil }
  /// A value, or the range of rows, while it is enabled.
  var value: (ConsoleTexts) -> String? = { _ in nil }
  /// The texts of the rows that it can take, with which a terminal completes its argument.
  var rows: () -> [String] = { [] }
  /// Does its work, while it is enabled; returns the reason why the argument is not valid, if it is not.
  let run: (_ argument: String, ConsoleTexts) -> String?

  /// `Todo/ListConsoleView.swift:12`.
  var place: String { "\(source.file):\(source.line)" }

  func obstacle(_ texts: ConsoleTexts) -> String? {
    switch obstacle() {
    case .busy: texts.busy(name)
    case .nothingToCancel: texts.disabled(name, texts.nothingToCancel)
    case .disabled(let reason): texts.disabled(name, reason)
    case nil: nil
    }
  }

  var offered: OfferedCommand { OfferedCommand(name: name, argument: argument) }
}

/// Why a command cannot execute now.
enum Obstacle {
  case busy, nothingToCancel
  /// For the reason that the app gives, if it gives one.
  case disabled(String?)

  var isUnexplained: Bool { if case .disabled(let reason) = self { reason?.isEmpty ?? true } else { false } }
}

extension Command {
  /// Why it cannot execute now; nil if it can.
  @MainActor func obstacle(because problem: Property<String?>? = nil) -> Obstacle? {
    if isEnabled.value { return nil }
    let reason = problem?.value ?? disabledReason.value
    return reason == nil && isBusy ? .busy : .disabled(reason)
  }
}

/// The name and the argument of a command, without its effect.
package struct OfferedCommand: Codable, Hashable, Sendable {
  package enum Argument: String, Codable, Sendable { case nothing, text, row }

  package let name: String
  package let argument: Argument

  /// The command as a graph shows it, the same in every language.
  package var usage: String { usage(in: .english) }

  /// The command as `help` shows it.
  package func usage(in texts: ConsoleTexts) -> String {
    switch argument {
    case .nothing: name
    case .text: "\(name) \(texts.textToType)"
    case .row: "\(name) \(texts.rowToType)"
    }
  }
}
