import PlainText

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
      "template", value: "NAME", verbs: [.module, .setup], help: "the template; module by default"),
    GeneratorOption(
      "without", value: "LAYERS", verbs: [.module], help: "layers to leave out, such as interactor,store"),
    GeneratorOption(
      "set", value: "NAME=VALUE", verbs: [.module],
      help: "a parameter of the template; may be repeated"),
    GeneratorOption(
      "description", value: "TEXT", verbs: [.module, .templateCreate], help: "a description in one sentence"),
    GeneratorOption(
      "author", value: "NAME", verbs: [.module, .setup, .templateCreate], help: "the author"),
    GeneratorOption("company", value: "NAME", verbs: [.module, .setup], help: "the author's company"),
    GeneratorOption(
      "target", value: "NAME", verbs: [.module, .setup],
      help: "the target of the module; by default, that of the composition root"),
    GeneratorOption("modules", value: "DIR", verbs: [.module, .setup], help: "the parent folder of modules"),
    GeneratorOption("tests", value: "DIR", verbs: [.module, .setup], help: "the parent folder of their tests"),
    GeneratorOption("flows", value: "DIR", verbs: [.module, .setup], help: "the parent folder of their flows"),
    GeneratorOption(
      "root", value: "FILE", verbs: [.module, .setup],
      help: "the composition root: the file that makes the navigator"),
    GeneratorOption(
      "add-route", value: "", verbs: [.module], help: "also adds the module to the composition root"),
    GeneratorOption(
      "branch", value: "NAME", verbs: [.templateInstall], help: "the branch or tag of a git repository"),
    GeneratorOption(
      "overwrite", value: "", verbs: [.module, .setup, .templateInstall, .templateCreate],
      help: "replaces existing files"),
    GeneratorOption(
      "dry-run", value: "", verbs: [.module, .setup, .templateInstall, .templateCreate],
      help: "writes nothing, and shows the changes it would make"),
    GeneratorOption(
      "package-path", value: "DIR", verbs: GeneratorVerb.allCases,
      help: "the package's folder; by default, the current folder or the nearest above"),
  ]
}
