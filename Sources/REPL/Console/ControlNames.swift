import Foundation

/// What controls may be called: each of a screen has a name of its own that can be typed.
@MainActor enum ControlNames {
  /// What is wrong with the names of a screen's commands; nil if nothing is.
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
    if name.hasPrefix(":") { return "cannot be typed, for the session's own commands begin with a colon; rename it" }
    if name.unicodeScalars.contains(where: { $0.properties.isWhitespace || $0.properties.isDefaultIgnorableCodePoint })
    {
      let parts = name.split(whereSeparator: \.isWhitespace)
      return "cannot be typed, for a name is one word"
        + (parts.count > 1 ? "; write '\(parts.joined(separator: "-"))'" : "")
    }
    return nil
  }
}
