import REPL

/// An option of the command line.
struct GeneratorOption: Equatable {
  let name: String
  /// What stands for its value; empty for one that is there or not.
  let value: String
  let verbs: [GeneratorArguments.Verb]
  let help: String

  static let all = [
    GeneratorOption(
      name: "template", value: "NAME", verbs: [.module, .setup], help: "what it is made of; module if not given"),
    GeneratorOption(
      name: "without", value: "LAYERS", verbs: [.module], help: "layers to leave out, such as interactor,datamanager"),
    GeneratorOption(
      name: "set", value: "NAME=VALUE", verbs: [.module],
      help: "a parameter of the template; may be there more than once"),
    GeneratorOption(
      name: "description", value: "TEXT", verbs: [.module, .templateCreate], help: "what it is, in a sentence"),
    GeneratorOption(
      name: "author", value: "NAME", verbs: [.module, .setup, .templateCreate], help: "who it is by"),
    GeneratorOption(name: "company", value: "NAME", verbs: [.module, .setup], help: "whose it is"),
    GeneratorOption(
      name: "target", value: "NAME", verbs: [.module, .setup],
      help: "the target it becomes a part of; that of the composition root if not given"),
    GeneratorOption(name: "modules", value: "DIR", verbs: [.module, .setup], help: "where its folder goes"),
    GeneratorOption(name: "tests", value: "DIR", verbs: [.module, .setup], help: "where the folder of its tests goes"),
    GeneratorOption(name: "flows", value: "DIR", verbs: [.module, .setup], help: "where the folder of its flows goes"),
    GeneratorOption(
      name: "root", value: "FILE", verbs: [.module, .setup],
      help: "the composition root: the file that makes the navigator"),
    GeneratorOption(
      name: "add-route", value: "", verbs: [.module], help: "adds the module to the composition root, too"),
    GeneratorOption(
      name: "branch", value: "NAME", verbs: [.templateInstall], help: "the branch or tag of a git repository"),
    GeneratorOption(
      name: "overwrite", value: "", verbs: [.module, .setup, .templateInstall, .templateCreate],
      help: "writes again what is there"),
    GeneratorOption(
      name: "dry-run", value: "", verbs: [.module, .setup, .templateInstall, .templateCreate],
      help: "writes nothing, and shows the difference it would make"),
    GeneratorOption(
      name: "package-path", value: "DIR", verbs: GeneratorArguments.Verb.allCases,
      help: "the package; the one of the current folder if not given"),
  ]

  /// `--target NAME`.
  var usage: String { value.isEmpty ? "--\(name)" : "--\(name) \(value)" }

  var words: OptionWords.Option { OptionWords.Option(name, value.isEmpty ? .none : .required, usage: usage) }
}
