import Signals

/// A command of a control: its name, its argument and its effect.
@MainActor package struct ConsoleCommand {
  let name: String
  let argument: OfferedCommand.Argument
  /// Whether the argument must never be shown.
  var isSecret = false
  /// The description of its effect, as its control declares it. Most controls declare none, and then it allocates nothing.
  var help: ((ConsoleTexts) -> String)?
  /// The place in the source code where its control is declared.
  let place: SourcePlace
  /// The reason why it is disabled; nil if it is enabled.
  var obstacle: (ConsoleTexts) -> String? = { _ in nil }
  /// A value, or the range of rows, while it is enabled.
  var value: (ConsoleTexts) -> String? = { _ in nil }
  /// The texts of the rows that it can take, with which a terminal completes its argument.
  var rows: () -> [String] = { [] }
  /// Does its work, while it is enabled; returns the reason why the argument is not valid, if it is not.
  let run: (_ argument: String, ConsoleTexts) -> String?

  /// Its present state: the reason why it is disabled, or its value.
  func state(_ texts: ConsoleTexts) -> String? { obstacle(texts) ?? value(texts) }

  /// The command without its effect.
  var offered: OfferedCommand { OfferedCommand(name: name, argument: argument) }
}

extension Command {
  /// The reason why it cannot execute now, for a control of that name; nil if it can.
  ///
  /// - Parameter problem: the reason that its control gives.
  @MainActor func obstacle(_ name: String, because problem: Property<String?>? = nil, _ texts: ConsoleTexts) -> String?
  {
    if isEnabled.value { return nil }
    let reason = problem?.value ?? disabledReason.value
    return reason == nil && isBusy ? texts.busy(name) : texts.disabled(name, reason)
  }
}

/// The name and the argument of a command, without its effect.
package struct OfferedCommand: Codable, Hashable, Sendable {
  /// The kind of text after the name.
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

/// A place in the source code of an app: `Todo/ListConsoleView.swift:12`.
struct SourcePlace: CustomStringConvertible {
  // Converted to text on demand, because each control of each screen has a place.
  private let name: StaticString
  private let line: UInt

  init(_ file: StaticString, _ line: UInt) { (name, self.line) = (file, line) }

  var description: String { "\(name):\(line)" }
}
