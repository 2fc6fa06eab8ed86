import VIPER

/// What a command line asks for.
struct Arguments: Equatable {
  enum Verb: String, CaseIterable { case session, run, accept, check, graph, help }
  enum Color: String { case auto, always, never }

  var verb = Verb.session
  var paths: [String] = []
  /// The app's own options, by name.
  var options: [String: String] = [:]
  var color = Color.auto
  /// Where reports for machines go, `-` for the standard output.
  var tap: String?
  var junit: String?
  var jobs = 1
  var shard: Shard?
  var coverage: Coverage?
  var showsTrace = false
  var traceJSON: String?
  var format = AppGraph.Format.text

  /// What is asked about coverage: to be shown, and how many percent there have to be.
  struct Coverage: Equatable { var minimum: Double? }

  init() {}

  /// Reads the arguments; throws what is wrong with them.
  init(_ arguments: [String], options known: [ConsoleOption]) throws(UsageError) {
    var words: [String] = [], used: [BuiltInOption] = [], rest = arguments[...]
    while let argument = rest.popFirst() {
      guard argument.hasPrefix("-"), argument.count > 1 else {
        words.append(argument)
        continue
      }
      if argument == "--help" || argument == "-h" {
        verb = .help
        return
      }
      let parts = argument.drop { $0 == "-" }.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        .map(String.init)
      let name = parts.first ?? "", own = known.first { $0.name == name }
      let builtIn = own == nil ? BuiltInOption.all.first { $0.name == name } : nil
      guard argument.hasPrefix("--"), own != nil || builtIn != nil else {
        throw Self.unknown(argument, name, known.map(\.name) + BuiltInOption.all.map(\.name) + ["help"])
      }
      if let own, own.value.isEmpty {
        guard parts.count == 1 else { throw UsageError(description: "--\(name) takes no value; write --\(name) alone") }
        options[name] = ""
        continue
      }
      let next = builtIn?.isValueOptional == true ? nil : rest.first.flatMap { $0.hasPrefix("--") ? nil : $0 }
      let value = parts.count > 1 ? parts[1] : next
      guard value?.isEmpty == false || value == nil && builtIn?.isValueOptional == true else {
        throw UsageError(description: "--\(name) needs a value")
      }
      if parts.count == 1, next != nil { rest.removeFirst() }
      if let builtIn {
        try set(builtIn, value)
        used.append(builtIn)
      } else {
        options[name] = value
      }
    }
    try take(words)
    if let odd = used.first(where: { !$0.verbs.contains(verb) }) {
      let verbs = odd.verbs.map(\.rawValue).joined(separator: " and ")
      throw UsageError(description: "--\(odd.name) is for \(verbs)")
    }
  }

  private mutating func take(_ words: [String]) throws(UsageError) {
    guard let word = words.first else { return }
    paths = Array(words.dropFirst())
    let verbs: [Verb] = [.run, .accept, .check, .graph]
    guard let verb = verbs.first(where: { $0.rawValue == word }) else {
      let near = NearMiss.nearest(to: word, in: verbs.map(\.rawValue)).map { "; did you mean \($0)?" }
      throw UsageError(description: "there is no command '\(word)'\(near ?? "")")
    }
    self.verb = verb
    if verb == .graph {
      if let path = paths.first { throw UsageError(description: "graph takes no path; '\(path)' is left over") }
    } else if paths.isEmpty {
      throw UsageError(description: "\(verb.rawValue) needs the path of a flow or a folder of flows")
    }
  }

  private mutating func set(_ option: BuiltInOption, _ value: String?) throws(UsageError) {
    switch option.name {
    case "tap": tap = value
    case "junit": junit = value
    case "trace-json": traceJSON = value
    case "trace":
      guard value == nil else { throw option.misused(value) }
      showsTrace = true
    case "format":
      guard let format = value.flatMap(AppGraph.Format.init) else { throw option.misused(value) }
      self.format = format
    case "color":
      guard let color = Color(rawValue: value ?? "always") else { throw option.misused(value) }
      self.color = color
    case "jobs":
      guard let jobs = value.flatMap({ Int($0) }), 1...1000 ~= jobs else { throw option.misused(value) }
      self.jobs = jobs
    case "shard":
      guard let shard = value.flatMap(Shard.init) else { throw option.misused(value) }
      self.shard = shard
    default:
      let minimum = value.flatMap { Double($0) }
      guard value == nil || minimum.map({ 0...100 ~= $0 }) == true else { throw option.misused(value) }
      coverage = Coverage(minimum: minimum)
    }
  }

  private static func unknown(_ argument: String, _ name: String, _ names: [String]) -> UsageError {
    let near = NearMiss.nearest(to: name, in: names).map { "; did you mean --\($0)?" }
    return UsageError(description: "there is no option \(argument)\(near ?? "")")
  }
}

/// A command line that cannot be understood.
struct UsageError: Error, Equatable, CustomStringConvertible {
  let description: String
}
