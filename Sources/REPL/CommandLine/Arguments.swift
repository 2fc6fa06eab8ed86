import VIPER

/// What a command line asks for.
package enum Arguments: Equatable {
  case session(options: [String: String])
  case run([String], options: [String: String])
  case accept([String], options: [String: String])
  case help

  /// Reads the arguments; throws what is wrong with them.
  package init(_ arguments: [String], options known: [ConsoleOption]) throws(UsageError) {
    var options: [String: String] = [:], words: [String] = []
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      guard argument.hasPrefix("-"), argument.count > 1 else {
        words.append(argument)
        continue
      }
      if argument == "--help" || argument == "-h" {
        self = .help
        return
      }
      let (name, given) = Self.split(argument)
      guard argument.hasPrefix("--"), let option = known.first(where: { $0.name == name }) else {
        let near = NearMiss.nearest(to: name, in: known.map(\.name) + ["help"]).map { "did you mean --\($0)?" }
        throw UsageError(description: "there is no option '\(argument)'; \(near ?? "--help lists them")")
      }
      let next = rest.first.map { $0.hasPrefix("--") } == false ? rest.first : nil
      guard let value = given ?? next, !value.isEmpty else {
        throw UsageError(description: "--\(name) needs a value; write --\(name) \(option.value)")
      }
      if given == nil { rest.removeFirst() }
      options[name] = value
    }
    guard let verb = words.first else {
      self = .session(options: options)
      return
    }
    let paths = Array(words.dropFirst())
    switch verb {
    case "run" where !paths.isEmpty: self = .run(paths, options: options)
    case "accept" where !paths.isEmpty: self = .accept(paths, options: options)
    case "run", "accept":
      throw UsageError(description: "\(verb) needs the path of a flow or of a folder of flows; write \(verb) PATH…")
    default:
      let near = NearMiss.nearest(to: verb, in: ["run", "accept"]).map { "did you mean '\($0)'?" }
      throw UsageError(description: "there is no command '\(verb)'; \(near ?? "--help lists them")")
    }
  }

  /// Name and value of `--name=value`; the value is nil without an equals sign.
  private static func split(_ argument: String) -> (name: String, value: String?) {
    let body = argument.drop { $0 == "-" }
    guard let equals = body.firstIndex(of: "=") else { return (String(body), nil) }
    return (String(body[..<equals]), String(body[body.index(after: equals)...]))
  }
}

/// A command line that cannot be understood.
package struct UsageError: Error, Equatable, CustomStringConvertible {
  /// What, why, and what to do.
  package let description: String

  /// An error of that text.
  package init(description: String) { self.description = description }
}
