import Foundation
import PlainText

/// The complete result of a request, before the first file is written.
package struct ModulePlan {
  package let name: ModuleName
  /// The changes, sorted by path.
  package let changes: [FileChange]
  /// The change that adds the module to the composition root; nil if it is already there, or if no root is found.
  package let rootChange: FileChange?
  /// The reason why there is no such change.
  package let rootNote: String?
  /// The summary, as pairs of a name and a value.
  package let summary: [(String, String)]
  /// Notes about differences from the request.
  package let notes: [String]
  /// Warnings about steps that are left to the user.
  package let warnings: [String]
  /// The routes of the app, with the new module.
  package let graph: RouteGraph
  /// The expression to paste behind the other modules, where no composition root can be changed with certainty.
  package let pasted: String?
  /// Whether the package builds tests of the module.
  package let hasTests: Bool

  /// - Parameter environment: gives the date for the files' headers, and the formatter.
  package init(
    _ request: ModuleRequest, in project: Project, _ catalog: TemplateCatalog, _ environment: GeneratorEnvironment
  ) throws(GeneratorFailure) {
    let name = try ModuleName(request.name), defaults = project.defaults
    let template = try catalog.template(request.template ?? defaults.template ?? "module")
    let layers = try ModuleLayers(template, without: request.without)
    let parameters = try Self.parameters(request.parameters, of: template)
    let roots = try AppRoots(request.root ?? defaults.root, in: project)
    let rootTarget = roots.only.flatMap { project.target(of: $0.path) }
    let place = try ModulePlace(request, in: project, root: roots.only?.path)
    let description = Self.sentence(request.description ?? "The screen \"\(name.title)\".")
    let authors = [request.author ?? defaults.author, request.company ?? defaults.company].compactMap(\.self)
      .map(Self.line).filter { !$0.isEmpty }.joined(separator: ", ")
    let renderer = TemplateRenderer(
      name, description: description, parameters: parameters,
      layers: Dictionary(template.layers.map { ($0.name, !layers.without.contains($0.name)) }) { $1 },
      target: (template.manifest.target, place.target.name),
      header: authors.isEmpty ? "" : "// Made by \(authors) on \(environment.today).\n\n")
    let format = ProjectFormat(project, environment.format)
    let files = template.files(without: layers.without)
    let texts = format.formatted(try Self.texts(of: files, by: renderer, name, at: place))

    let existing = ExistingModule(name, at: place, in: project, try catalog.all()), written = Set(texts.keys)
    try existing.check(written, overwrites: request.overwrites)
    let conflicts = ModuleConflicts(name, at: place, in: project, besides: written.union(existing.files))
    try conflicts.check(texts)
    try ParameterWords.check(parameters, in: files, of: template)
    let sources = try conflicts.sources(alsoOf: rootTarget)
    try conflicts.checkRoute(RouteGraph(of: sources))

    var changes: [FileChange] = []
    for path in (written.union(existing.leftOver(by: written))).sorted() {
      changes.append(FileChange(path, before: try project.text(path), after: texts[path]))
    }
    self.name = name
    self.changes = changes
    let own = texts.filter { PackagePath.isBelow(place.modules, $0.key) && $0.key.hasSuffix(".swift") }
    graph = RouteGraph(of: sources + own.map { (path: $0.key, text: $0.value) })
    let builder = "\(name.type)Module"
    rootChange = roots.only?.adding(builder, importing: rootTarget == place.target ? nil : place.target.name)
      .map(format.formatted)
    rootNote = roots.only == nil ? roots.note : rootChange == nil ? "\(builder) is already part of the app" : nil
    pasted = roots.only == nil ? "+ \(builder).all(for: session)" : nil
    let hasTests = !layers.without.contains("tests")
    self.hasTests = hasTests && place.testTarget != nil
    notes = name.notes + layers.notes + format.notes
    let missing = MissingDependencies(template, without: layers.without, at: place, in: project.manifest)
    let rootWarning =
      rootChange == nil
      ? nil : MissingDependencies.warning(of: rootTarget, importing: place.target, in: project.manifest)
    warnings = place.warnings(withTests: hasTests) + missing.warnings + [rootWarning].compactMap(\.self)
    summary = [
      ("template", "\(template.manifest.name): \(template.manifest.description)"), ("description", description),
      ("author", authors), ("without", layers.without.sorted().joined(separator: ", ")),
      ("set", parameters.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }.joined(separator: ", ")),
      ("target", place.target.name), ("route", name.route),
      ("files", changes.map { "\($0.path) (\($0.verb))" }.joined(separator: "\n")),
    ].filter { !$0.1.isEmpty }
  }

  /// The module's files, by path.
  private static func texts(
    of files: [Template.File], by renderer: TemplateRenderer, _ name: ModuleName, at place: ModulePlace
  ) throws(GeneratorFailure) -> [String: String] {
    let flows = place.wayToFlows(of: name.type)
    var texts: [String: String] = [:]
    for file in files {
      let path = place.path(renderer.path(file.path), of: name.type)
      guard texts.updateValue(renderer.text(of: file, flows: flows), forKey: path) == nil else {
        throw .usage("two files would have the path \(path): choose other values for --set")
      }
    }
    return texts
  }

  /// The values of the parameters: those of the request, otherwise the template's defaults.
  private static func parameters(
    _ chosen: [String: String], of template: Template
  ) throws(GeneratorFailure) -> [String: String] {
    let all = template.manifest.parameters ?? [], names = all.map(\.name)
    for name in chosen.keys.sorted() where !names.contains(name) {
      let near = NearMiss.nearest(to: name, in: names).map { "did you mean \($0)?" }
      let rest = names.isEmpty ? "it has none" : near ?? "there are \(names.joined(separator: ", "))"
      throw .usage("the template '\(template.manifest.name)' has no parameter '\(name)'; \(rest)")
    }
    let values = Dictionary(all.map { ($0.name, chosen[$0.name] ?? $0.value) }) { $1 }
    for (name, value) in values.sorted(by: { $0.key < $1.key }) {
      guard let word = try? ModuleName(value), word.type == value, word.property == word.route else {
        throw .usage("--set \(name)=\(value): write a word that can name a type and a variable, such as Entry")
      }
    }
    return values
  }

  /// A text on one line, with a full stop.
  private static func sentence(_ text: String) -> String {
    let line = line(text), hasEnd = line.last.map { ".!?…。".contains($0) } ?? true
    return hasEnd ? line : line + "."
  }

  /// A text on one line, for use in comments.
  private static func line(_ text: String) -> String {
    text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }
}
