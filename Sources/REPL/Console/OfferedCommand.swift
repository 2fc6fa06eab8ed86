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
