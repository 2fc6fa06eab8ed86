package import PlainText

/// A command-line option of an app: `--data DIR`.
public struct ConsoleOption: Sendable {
  /// Its name, without the dashes.
  public let name: String
  /// The name of its value in the help; empty for an option without a value.
  public let value: String
  /// The description of its effect in the help.
  public let help: String

  /// An option that takes a value.
  public init(_ name: String, value: String, help: String) {
    self.name = name
    self.value = value
    self.help = help
  }

  /// An option without a value.
  public init(_ name: String, help: String) { self.init(name, value: "", help: help) }

  package var written: OptionWords.Option { OptionWords.Option(name, value: value, help: help) }
}
