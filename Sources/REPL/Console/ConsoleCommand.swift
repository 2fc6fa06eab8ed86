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
  /// Why it is disabled; nil if it is enabled.
  var obstacle: () -> Obstacle? = { nil }
  /// A value, or the range of rows, while it is enabled.
  var value: (ConsoleTexts) -> String? = { _ in nil }
  /// The texts of the rows that it can take, with which a terminal completes its argument.
  var rows: () -> [String] = { [] }
  /// Does its work, while it is enabled; returns the reason why the argument is not valid, if it is not.
  let run: (_ argument: String, ConsoleTexts) -> String?

  /// The reason why it is disabled, as a text; nil if it is enabled.
  func obstacle(_ texts: ConsoleTexts) -> String? {
    switch obstacle() {
    case .busy: texts.busy(name)
    case .nothingToCancel: texts.disabled(name, texts.nothingToCancel)
    case .disabled(let reason): texts.disabled(name, reason)
    case nil: nil
    }
  }

  /// Its present state: the reason why it is disabled, or its value.
  func state(_ texts: ConsoleTexts) -> String? { obstacle(texts) ?? value(texts) }

  /// The command without its effect.
  var offered: OfferedCommand { OfferedCommand(name: name, argument: argument) }
}

/// Why a command cannot execute now.
enum Obstacle {
  case busy, nothingToCancel
  /// For the reason that the app gives, if it gives one.
  case disabled(String?)

  /// Whether it gives no reason.
  var isUnexplained: Bool { if case .disabled(let reason) = self { reason?.isEmpty ?? true } else { false } }
}

extension Command {
  /// Why it cannot execute now; nil if it can.
  ///
  /// - Parameter problem: the reason that its control gives.
  @MainActor func obstacle(because problem: Property<String?>? = nil) -> Obstacle? {
    if isEnabled.value { return nil }
    let reason = problem?.value ?? disabledReason.value
    return reason == nil && isBusy ? .busy : .disabled(reason)
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
