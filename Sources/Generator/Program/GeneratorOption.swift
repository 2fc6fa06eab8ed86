import REPL

/// An option of the command line.
struct GeneratorOption: Equatable {
  let written: OptionWords.Option
  let verbs: [GeneratorVerb]

  private init(_ name: String, value: String, verbs: [GeneratorVerb], help: String) {
    written = OptionWords.Option(name, value: value, help: help)
    self.verbs = verbs
  }

  var name: String { written.name }

  static let all = [
    GeneratorOption(
      "template", value: "NAME", verbs: [.module, .setup], help: "what it is made of; module if not given"),
    GeneratorOption(
      "without", value: "LAYERS", verbs: [.module], help: "layers to leave out, such as interactor,datamanager"),
    GeneratorOption(
      "set", value: "NAME=VALUE", verbs: [.module],
      help: "a parameter of the template; may be there more than once"),
    GeneratorOption(
      "description", value: "TEXT", verbs: [.module, .templateCreate], help: "what it is, in a sentence"),
    GeneratorOption(
      "author", value: "NAME", verbs: [.module, .setup, .templateCreate], help: "who it is by"),
    GeneratorOption("company", value: "NAME", verbs: [.module, .setup], help: "whose it is"),
    GeneratorOption(
      "target", value: "NAME", verbs: [.module, .setup],
      help: "the target it becomes a part of; that of the composition root if not given"),
    GeneratorOption("modules", value: "DIR", verbs: [.module, .setup], help: "where its folder goes"),
    GeneratorOption("tests", value: "DIR", verbs: [.module, .setup], help: "where the folder of its tests goes"),
    GeneratorOption("flows", value: "DIR", verbs: [.module, .setup], help: "where the folder of its flows goes"),
    GeneratorOption(
      "root", value: "FILE", verbs: [.module, .setup],
      help: "the composition root: the file that makes the navigator"),
    GeneratorOption(
      "add-route", value: "", verbs: [.module], help: "adds the module to the composition root, too"),
    GeneratorOption(
      "branch", value: "NAME", verbs: [.templateInstall], help: "the branch or tag of a git repository"),
    GeneratorOption(
      "overwrite", value: "", verbs: [.module, .setup, .templateInstall, .templateCreate],
      help: "writes again what is there"),
    GeneratorOption(
      "dry-run", value: "", verbs: [.module, .setup, .templateInstall, .templateCreate],
      help: "writes nothing, and shows the difference it would make"),
    GeneratorOption(
      "package-path", value: "DIR", verbs: GeneratorVerb.allCases,
      help: "the package; the one of the current folder if not given"),
  ]
}
