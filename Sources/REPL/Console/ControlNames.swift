import Foundation
import PlainText

/// The rules for names of controls: each name on a screen is unique and can be typed.
@MainActor enum ControlNames {
  /// A complaint about the names of a screen's commands; nil if they are all right.
  static func problem(in commands: [ConsoleCommand]) -> String? {
    var first: [String: ConsoleCommand] = [:]
    for command in commands {
      if let problem = problem(of: command.name) {
        return "the control '\(Printable.line(command.name))' at \(command.place) \(problem)"
      }
      if let other = first.updateValue(command, forKey: command.name) {
        return "two controls are called '\(command.name)', at \(other.place) and at \(command.place); rename one"
      }
    }
    return nil
  }

  private static func problem(of name: String) -> String? {
    if name.isEmpty { return "cannot be typed; give it a name" }
    if name == Console.helpName { return "has the name of a command that every screen has; rename it" }
    if name.hasPrefix(":") { return "cannot be typed, because session commands begin with a colon; rename it" }
    if name.unicodeScalars.contains(where: { $0.properties.isWhitespace || $0.properties.isDefaultIgnorableCodePoint })
    {
      let parts = name.split(whereSeparator: \.isWhitespace)
      return "cannot be typed, because a name is one word"
        + (parts.count > 1 ? "; write '\(parts.joined(separator: "-"))'" : "")
    }
    return nil
  }
}
