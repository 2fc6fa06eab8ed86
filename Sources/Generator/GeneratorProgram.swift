import Foundation

/// The program `viper-generate`, which the plugin `generate-module` runs, too.
public struct GeneratorProgram {
  private let environment: GeneratorEnvironment

  package init(_ environment: GeneratorEnvironment) { self.environment = environment }

  /// Runs a command line, which begins after the program's name, in the current folder. The exit code is 0 if it is done, 1 if it is
  /// refused or has failed, 2 for bad usage, and 69 if a named item does not exist.
  public static func main(_ arguments: [String]) -> Int32 { GeneratorProgram(.live).run(arguments) }

  package func run(_ arguments: [String]) -> Int32 {
    do throws(GeneratorFailure) {
      try perform(try GeneratorArguments(arguments))
      return 0
    } catch {
      let hint = error.code == 2 ? "viper-generate --help lists commands and options\n" : ""
      environment.writeError("viper-generate: \(error.message)\n\(hint)")
      return error.code
    }
  }

  private func perform(_ asked: GeneratorArguments) throws(GeneratorFailure) {
    if asked.verb == .help { return say(GeneratorArguments.usage) }
    let project = try Project(environment), catalog = TemplateCatalog(of: project.folder)
    switch asked.verb {
    case .module:
      let plan = try ModulePlan(asked, in: project, catalog)
      say(plan.summary)
      try write(plan.changes, asked, next: plan.next)
    case .setup: try setUp(asked, in: project, catalog)
    case .templateList, .templateSearch: say(try catalog.list(asked.words))
    case .templateShow:
      let template = try catalog.template(asked.words[0])
      say([template.manifestText] + template.files.map { "  \($0.path)" })
    case .templateCreate: try createTemplate(asked, in: project)
    case .templateInstall: try installTemplates(asked, in: project)
    case .help: break
    }
  }

  /// Saves the defaults for modules of this project: the given values, and inferred ones for the rest.
  private func setUp(
    _ asked: GeneratorArguments, in project: Project, _ catalog: TemplateCatalog
  ) throws(GeneratorFailure) {
    var defaults = project.defaults
    let root = try CompositionRoot(asked["root"] ?? defaults.root, in: project)
    let place = try ModulePlace(asked, in: project, root), name = Project.Defaults.fileName
    let author = try? environment.run(["git", "config", "user.name"], project.folder).text.split(separator: "\n").first
    defaults.template = try catalog.template(asked["template"] ?? defaults.template ?? "module").manifest.name
    defaults.author = asked["author"] ?? defaults.author ?? author.map(String.init)
    defaults.company = asked["company"] ?? defaults.company
    // A target whose folder is the package's own has no path to save.
    (defaults.target, defaults.modules) = (place.target.name, place.modules.isEmpty ? nil : place.modules)
    (defaults.tests, defaults.flows, defaults.root) = (place.tests, place.flows, root?.path ?? defaults.root)
    let changes = try FileChanges([name: Self.json(defaults)], in: project)
    guard changes.replaced.isEmpty || asked.has("overwrite") else {
      throw .refused("\(name) already exists; --overwrite changes the given values and keeps the others")
    }
    say([Self.json(defaults)] + place.warnings.map { "warning: \($0)" })
    try write(changes, asked)
  }

  static func json(_ value: some Encodable) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    return ((try? encoder.encode(value)).map { String(decoding: $0, as: UTF8.self) } ?? "{}") + "\n"
  }

  /// Creates a small, working template in the project as a start for a new one.
  private func createTemplate(_ asked: GeneratorArguments, in project: Project) throws(GeneratorFailure) {
    let start = try TemplateCatalog(of: project.folder).template("screen"), name = asked.words[0]
    var manifest = start.manifest, installation = TemplateInstallation(in: project)
    (manifest.name, manifest.target) = (name, name.filter { $0 != "-" } + "Template")
    manifest.description = asked["description"] ?? "a screen of this project"
    manifest.author = asked["author"] ?? project.defaults.author
    let files = start.files.map { ($0.path, $0.text.replacing(start.manifest.target, with: manifest.target)) }
    try installation.add(name, Self.json(manifest), files)
    let path = "\(TemplateCatalog.folderName)/\(name)", target = manifest.target
    let next = "change \(path) as you like; to compile it, add a target \(target) with that folder to Package.swift"
    try write(installation.changes(overwriting: asked.has("overwrite")), asked, next: [next])
  }

  /// Copies the templates of a source into the project, and saves the source. Without one, copies those of all saved sources.
  private func installTemplates(_ asked: GeneratorArguments, in project: Project) throws(GeneratorFailure) {
    var sources = project.defaults.templates ?? [], installation = TemplateInstallation(in: project)
    if let given = asked.words.first {
      // A folder inside the package is saved by its relative path, which is the same on every machine.
      let folder = GeneratorEnvironment.url(given, in: environment.folder), start = project.folder.path + "/",
        isInside = folder.path.hasPrefix(start)
      let path = isInside ? String(folder.path.dropFirst(start.count)) : folder.path
      sources = [Project.isFolder(folder) ? path : given + (asked["branch"].map { "#\($0)" } ?? "")]
    }
    guard !sources.isEmpty else {
      throw .usage("no source of templates is saved; name a folder or a git repository: template install SOURCE")
    }
    for source in sources { try installation.add(source) }
    say(installation.lines)
    try write(installation.changes(overwriting: asked.has("overwrite"), saving: sources), asked)
  }

  /// Writes the changes, or lists them in a dry run, and prints the next steps.
  private func write(
    _ changes: FileChanges, _ asked: GeneratorArguments, next: [String] = []
  ) throws(GeneratorFailure) {
    if asked.has("dry-run") { return say((asked.verb == .module ? [] : changes.rows) + ["nothing was written"]) }
    say(try changes.write() + next)
  }

  private func say(_ lines: [String]) { environment.write(lines.map { "\($0)\n" }.joined()) }
}
