import PlainText

/// The parsed command line.
struct GeneratorArguments {
  /// A command, as it is typed.
  enum Verb: String, CaseIterable {
    case module = "NAME", setup, help = "--help"
    case templateList = "template list", templateSearch = "template search", templateShow = "template show"
    case templateCreate = "template create", templateInstall = "template install"
  }

  private(set) var verb = Verb.module
  private(set) var words: [String] = []
  private(set) var parameters: [String: String] = [:]
  /// The options by name; an option without a value has an empty one.
  private var options: [String: String] = [:]

  subscript(_ option: String) -> String? { options[option] }
  func has(_ option: String) -> Bool { options[option] != nil }

  /// Parses the arguments. The error describes the first invalid one.
  init(_ arguments: [String]) throws(GeneratorFailure) {
    let given: OptionWords
    do { given = try OptionWords(arguments, known: Self.known.map(\.option)) } catch {
      throw .usage(error.description)
    }
    if given.asksForHelp {
      verb = .help
      return
    }
    for option in given.options {
      let value = option.value ?? ""
      options[option.name] = value
      guard option.name == "set" else { continue }
      let parts = value.split(separator: "=", maxSplits: 1).map(String.init)
      guard parts.count == 2 else { throw .usage("--set cannot be '\(value)'; write NAME=VALUE") }
      parameters[parts[0]] = parts[1]
    }
    try take(given.words)
    for (option, verbs) in Self.known where has(option.name) && !verbs.contains(verb) {
      throw .usage("--\(option.name) is for \(verbs.map(\.rawValue).joined(separator: " and "))")
    }
  }

  private mutating func take(_ all: [String]) throws(GeneratorFailure) {
    let start = all.first == "template" ? 2 : 1, typed = all.prefix(start).joined(separator: " ")
    verb = Verb(rawValue: typed) ?? .module
    if start == 2, verb == .module {
      let names = Verb.allCases.map(\.rawValue).filter { $0.hasPrefix("template ") }.map { String($0.dropFirst(9)) }
      throw .usage("template has no command \(GeneratorFailure.unknown(all.count > 1 ? all[1] : "", in: names))")
    }
    words = verb == .module ? all : Array(all.dropFirst(start))
    let counts: ClosedRange<Int> =
      switch verb {
      case .setup, .templateList, .help: 0...0
      case .module, .templateShow, .templateCreate: 1...1
      case .templateSearch: 1...Int.max
      case .templateInstall: 0...1
      }
    if words.count > counts.upperBound {
      let hint = verb == .module ? ". Put a name of several words in quotes" : ""
      throw .usage("unexpected argument '\(words[counts.upperBound])'\(hint)")
    }
    guard words.count >= counts.lowerBound else {
      if verb == .module { throw .usage("the module's name is missing; write one, such as Notes") }
      throw .usage("\(verb.rawValue) needs a \(verb == .templateSearch ? "word to search for" : "name")")
    }
  }

  private static let known: [(option: OptionWords.Option, verbs: [Verb])] = {
    let writing: [Verb] = [.module, .setup, .templateCreate, .templateInstall]
    let rows: [(String, String, [Verb], String)] = [
      ("template", "NAME", [.module, .setup], "the template; module by default"),
      ("without", "LAYERS", [.module], "layers to leave out, such as interactor,store"),
      ("set", "NAME=VALUE", [.module], "a parameter of the template; may be repeated"),
      ("description", "TEXT", [.module, .templateCreate], "a description in one sentence"),
      ("author", "NAME", [.module, .setup, .templateCreate], "the author"),
      ("company", "NAME", [.module, .setup], "the author's company"),
      ("target", "NAME", [.module, .setup], "the target of the module; by default, that of the composition root"),
      ("modules", "DIR", [.module, .setup], "the parent folder of modules"),
      ("tests", "DIR", [.module, .setup], "the parent folder of their tests"),
      ("flows", "DIR", [.module, .setup], "the parent folder of their flows"),
      ("root", "FILE", [.module, .setup], "the composition root: the file that makes the navigator"),
      ("add-route", "", [.module], "also adds the module to the composition root"),
      ("branch", "NAME", [.templateInstall], "the branch or tag of a git repository"),
      ("overwrite", "", writing, "replaces existing files, unless they have changes that git does not have"),
      ("dry-run", "", writing, "writes nothing, and lists the files it would write"),
    ]
    return rows.map { (OptionWords.Option($0, value: $1, help: $3), $2) }
  }()

  /// A line for each pair, and one more for each line break in its second text. Leaves out pairs without a second text.
  static func rows(_ pairs: [(name: String, text: String)]) -> [String] {
    let pairs = pairs.filter { !$0.text.isEmpty }, width = pairs.map(\.name.count).max() ?? 0
    return pairs.map { name, text in
      let indent = String(repeating: " ", count: width + 4), lines = text.replacing("\n", with: "\n" + indent)
      return "  \(name)\(String(repeating: " ", count: width - name.count))  \(lines)"
    }
  }

  static var usage: [String] {
    let verbs = [
      ("viper-generate NAME", "writes a module that builds, passes its tests and its flow"),
      ("viper-generate setup", "saves the project's defaults in \(Project.Defaults.fileName)"),
      ("viper-generate template list", "lists the templates"),
      ("viper-generate template search WORD…", "lists the templates with all these words in their name or description"),
      ("viper-generate template show NAME", "shows a template's files, layers, parameters and dependencies"),
      ("viper-generate template create NAME", "creates a template in \(TemplateCatalog.folderName)"),
      ("viper-generate template install SOURCE", "installs the templates of a folder or git repository, or saved ones"),
      ("--help", "prints this text"),
    ]
    return rows(verbs + known.map { ($0.option.usage, $0.option.help) })
      + ["exit codes: 0 done, 1 refused or failed, 2 bad usage, 69 a named item does not exist"]
  }
}
