import VIPER

/// What a command line asks for.
struct GeneratorArguments: Equatable {
  enum Verb: String, CaseIterable {
    case module = "NAME"
    case setup
    case templateList = "template list"
    case templateSearch = "template search"
    case templateShow = "template show"
    case templateCreate = "template create"
    case templateInstall = "template install"
    case help = "--help"
  }

  private(set) var verb = Verb.module
  /// The words behind the verb; for a module its name.
  private(set) var words: [String] = []
  /// The options by name; those without a value have an empty one.
  private(set) var options: [String: String] = [:]
  /// The parameters of the template.
  private(set) var parameters: [String: String] = [:]

  /// Reads the arguments; throws what is wrong with them.
  init(_ arguments: [String]) throws(GeneratorFailure) {
    var words: [String] = [], rest = arguments[...]
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
      let name = parts.first ?? ""
      guard argument.hasPrefix("--"), let option = GeneratorOption.all.first(where: { $0.name == name }) else {
        let near = NearMiss.nearest(to: name, in: GeneratorOption.all.map(\.name) + ["help"])
        throw .usage("there is no option \(argument)\(near.map { "; did you mean --\($0)?" } ?? "")")
      }
      if option.value.isEmpty {
        guard parts.count == 1 else { throw .usage("--\(name) takes no value; write --\(name) alone") }
        options[name] = ""
        continue
      }
      let next = rest.first.flatMap { $0.hasPrefix("--") ? nil : $0 }
      guard let value = parts.count > 1 ? parts[1] : next, !value.isEmpty else {
        throw .usage("--\(name) needs a value: \(option.usage)")
      }
      if parts.count == 1 { rest.removeFirst() }
      if name == "set" { try set(value) } else { options[name] = value }
    }
    try take(words)
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
    guard let first = all.first else { throw .usage("what is the module's name? Write one, such as Notes") }
    if first == "template" {
      let verbs: [Verb] = [.templateList, .templateSearch, .templateShow, .templateCreate, .templateInstall]
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
      let quoted = verb == .module ? ". A name of several words is written in quotes" : ""
      throw .usage("'\(words[counts.upperBound])' is left over\(quoted)")
    }
    guard words.count >= counts.lowerBound else {
      throw .usage(
        verb == .templateSearch ? "template search needs a word to look for" : "\(verb.rawValue) needs a name")
    }
  }

  /// What to make, of a command line that asks for a module.
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
