import PlainText

/// The parsed command line.
struct GeneratorArguments: Equatable {
  private(set) var verb = GeneratorVerb.module
  /// The words after the verb; for a module, its name.
  private(set) var words: [String] = []
  /// The options by name; an option without a value has an empty one.
  private(set) var options: [String: String] = [:]
  /// The parameters of the template.
  private(set) var parameters: [String: String] = [:]

  /// Parses the arguments. The error describes the first invalid one.
  init(_ arguments: [String]) throws(GeneratorFailure) {
    let given: OptionWords
    do { given = try OptionWords(arguments, known: GeneratorOption.all.map(\.written)) } catch {
      throw .usage(error.description)
    }
    if given.asksForHelp {
      verb = .help
      return
    }
    for option in given.options {
      let value = option.value ?? ""
      if option.name == "set" { try set(value) } else { options[option.name] = value }
    }
    try take(given.words)
    for option in GeneratorOption.all where options[option.name] != nil || option.name == "set" && !parameters.isEmpty {
      guard !option.verbs.contains(verb) else { continue }
      throw .usage("--\(option.name) is for \(option.verbs.map(\.rawValue).joined(separator: " and "))")
    }
  }

  private mutating func set(_ text: String) throws(GeneratorFailure) {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 2, !parts[0].isEmpty, !parts[1].isEmpty else {
      throw .usage("--set cannot be '\(text)'; write NAME=VALUE")
    }
    parameters[parts[0]] = parts[1]
  }

  private mutating func take(_ all: [String]) throws(GeneratorFailure) {
    guard let first = all.first else { throw .usage("the module's name is missing; write one, such as Notes") }
    if first == "template" {
      let verbs: [GeneratorVerb] = [.templateList, .templateSearch, .templateShow, .templateCreate, .templateInstall]
      let word = all.count > 1 ? all[1] : ""
      guard let verb = verbs.first(where: { $0.rawValue == "template \(word)" }) else {
        let names = verbs.map { String($0.rawValue.dropFirst("template ".count)) }
        let near = NearMiss.nearest(to: word, in: names).map { "did you mean template \($0)?" }
        throw .usage("there is no command 'template \(word)'; \(near ?? "there are \(names.joined(separator: ", "))")")
      }
      self.verb = verb
      words = Array(all.dropFirst(2))
    } else if first == "setup" {
      verb = .setup
      words = Array(all.dropFirst())
    } else {
      words = all
    }
    let counts: ClosedRange<Int> =
      switch verb {
      case .setup, .templateList, .help: 0...0
      case .module, .templateShow, .templateCreate: 1...1
      case .templateSearch: 1...Int.max
      case .templateInstall: 0...1
      }
    if words.count > counts.upperBound {
      let quoted = verb == .module ? ". Put a name of several words in quotes" : ""
      throw .usage("unexpected argument '\(words[counts.upperBound])'\(quoted)")
    }
    guard words.count >= counts.lowerBound else {
      throw .usage(
        verb == .templateSearch ? "template search needs a word to search for" : "\(verb.rawValue) needs a name")
    }
  }

  /// The request of a command line for a module.
  var request: ModuleRequest {
    var request = ModuleRequest(words.first ?? "")
    request.template = options["template"]
    request.without = (options["without"] ?? "").split(separator: ",").map { $0.filter { $0 != " " } }
    request.parameters = parameters
    request.description = options["description"]
    request.author = options["author"]
    request.company = options["company"]
    request.target = options["target"]
    request.modules = options["modules"]
    request.tests = options["tests"]
    request.flows = options["flows"]
    request.root = options["root"]
    request.overwrites = options["overwrite"] != nil
    return request
  }
}
