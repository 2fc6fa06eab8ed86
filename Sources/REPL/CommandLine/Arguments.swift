import VIPER

/// What a command line asks for.
enum Arguments: Equatable {
  case session(options: [String: String])
  case run([String], options: [String: String])
  case accept([String], options: [String: String])
  case help

  /// Reads the arguments; throws what is wrong with them.
  init(_ arguments: [String], options known: [ConsoleOption]) throws(UsageError) {
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
      let parts = argument.drop { $0 == "-" }.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        .map(String.init)
      let name = parts.first ?? ""
      guard argument.hasPrefix("--"), known.contains(where: { $0.name == name }) else {
        let near = NearMiss.nearest(to: name, in: known.map(\.name) + ["help"]).map { "; did you mean --\($0)?" }
        throw UsageError(description: "there is no option \(argument)\(near ?? "")")
      }
      let next = rest.first.flatMap { $0.hasPrefix("--") ? nil : $0 }
      guard let value = parts.count > 1 ? parts[1] : next, !value.isEmpty else {
        throw UsageError(description: "--\(name) needs a value")
      }
      if parts.count == 1 { rest.removeFirst() }
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
    case "run", "accept": throw UsageError(description: "\(verb) needs the path of a flow or a folder of flows")
    default:
      let near = NearMiss.nearest(to: verb, in: ["run", "accept"]).map { "; did you mean \($0)?" }
      throw UsageError(description: "there is no command '\(verb)'\(near ?? "")")
    }
  }
}

/// A command line that cannot be understood.
struct UsageError: Error, Equatable, CustomStringConvertible {
  let description: String
}
